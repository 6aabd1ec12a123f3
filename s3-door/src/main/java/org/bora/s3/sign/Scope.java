package org.bora.s3.sign;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a signature is for: {@code ACCESSKEY/DATE/REGION/s3/aws4_request}. Nothing of it is proven.
 *
 * @param date {@code yyyyMMdd}
 */
public record Scope(String accessKey, String date, String region) {
  /** The only service that is here. */
  public static final String SERVICE = "s3";

  private static final Pattern TEXT =
      Pattern.compile("([!-.0-~]{1,128})/([0-9]{8})/([A-Za-z0-9-]{1,64})/s3/aws4_request");

  /** Empty for what is no scope of this service. */
  static Optional<Scope> parse(String text) {
    Matcher found = TEXT.matcher(text);
    return found.matches()
        ? Optional.of(new Scope(found.group(1), found.group(2), found.group(3)))
        : Optional.empty();
  }

  /** Without the access key, as it is signed. */
  String signed() {
    return date + "/" + region + "/" + SERVICE + "/aws4_request";
  }
}
