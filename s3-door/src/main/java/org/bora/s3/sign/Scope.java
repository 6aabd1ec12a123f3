package org.bora.s3.sign;

import java.util.regex.Pattern;
import org.bora.door.http.Refused;

/**
 * What a signature is for: {@code ACCESSKEY/DATE/REGION/s3/aws4_request}. Nothing of it is proven.
 *
 * @param date {@code yyyyMMdd}
 */
public record Scope(String accessKey, String date, String region) {
  /** The only service that is here. */
  public static final String SERVICE = "s3";

  private static final Pattern KEY = Pattern.compile("[!-.0-~]{1,128}");
  private static final Pattern DATE = Pattern.compile("[0-9]{8}");
  private static final Pattern REGION = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final String END = "aws4_request";

  /** Makes the refusal of a scope, in the words that S3 has where this scope stands. */
  @FunctionalInterface
  interface Refusing {
    Refused because(String reason);
  }

  /**
   * Parses a scope.
   *
   * @throws Refused if it is not a scope of this service
   */
  static Scope parse(String text, Refusing refusing) throws Refused {
    String[] parts = text.split("/", -1);
    if (parts.length != 5
        || !KEY.matcher(parts[0]).matches()
        || !REGION.matcher(parts[2]).matches()) {
      throw refusing.because(
          "the Credential is mal-formed; expecting"
              + " \"<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request\".");
    }
    if (!parts[4].equals(END)) {
      throw refusing.because(
          "incorrect terminal \"" + parts[4] + "\". This endpoint uses \"" + END + "\".");
    }
    if (!parts[3].equals(SERVICE)) {
      throw refusing.because(
          "incorrect service \"" + parts[3] + "\". This endpoint belongs to \"s3\".");
    }
    if (!DATE.matcher(parts[1]).matches()) {
      throw refusing.because(
          "incorrect date format \""
              + parts[1]
              + "\". This date in the credential must be in the format \"yyyyMMdd\".");
    }
    return new Scope(parts[0], parts[1], parts[2]);
  }

  /** Without the access key, as it is signed. */
  String signed() {
    return date + "/" + region + "/" + SERVICE + "/" + END;
  }
}
