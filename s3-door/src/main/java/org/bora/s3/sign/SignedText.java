package org.bora.s3.sign;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.eclipse.jetty.http.HttpDateTime;
import org.eclipse.jetty.http.HttpFields;

/** Reads what a request says of its signature; refusals have the words of S3. */
final class SignedText {
  private static final int MOST_HEADERS = 100;
  static final Duration LONGEST = Duration.ofDays(7);
  private static final Pattern TIMES = Pattern.compile("[0-9]{8}T[0-9]{6}Z");
  private static final List<String> REQUIRED =
      List.of(
          "X-Amz-Algorithm",
          "X-Amz-Credential",
          "X-Amz-Signature",
          "X-Amz-Date",
          "X-Amz-SignedHeaders",
          "X-Amz-Expires");

  private SignedText() {}

  static Signed inHeader(String authorization, HttpFields headers) throws Refused {
    String[] words = authorization.strip().split(" ", 2);
    if (words.length < 2) {
      throw S3Error.argument(
          "Authorization",
          authorization,
          "Authorization header is invalid -- one and only one ' ' (space) required.");
    }
    if (words[0].equals("AWS")) {
      throw unsupported();
    }
    if (!words[0].equals(Signed.ALGORITHM)) {
      throw S3Error.argument("Authorization", words[0], "Unsupported Authorization Type");
    }
    Map<String, String> parts = components(words[1]);
    String credential = component(parts, "Credential");
    String names = component(parts, "SignedHeaders");
    String signature = component(parts, "Signature");
    Scope scope = Scope.parse(credential, SignedText::malformed);
    String sum = headers.get(Signed.SUM_HEADER);
    if (sum == null) {
      throw S3Error.INVALID_REQUEST.because(
          "Missing required header for this request: " + Signed.SUM_HEADER);
    }
    return new Signed(
        scope, time(headers), headers(names), signature, Payload.of(sum), Optional.empty());
  }

  /** A name that stands there twice would have its value signed, and kept, as often. */
  private static List<String> headers(String text) throws Refused {
    List<String> names = List.of(text.split(";", -1));
    if (names.size() > MOST_HEADERS || Set.copyOf(names).size() < names.size()) {
      throw S3Error.INVALID_REQUEST.because(
          "SignedHeaders names at most " + MOST_HEADERS + " headers, each once");
    }
    return names;
  }

  private static Map<String, String> components(String text) throws Refused {
    String[] parts = text.split(",", -1);
    if (parts.length != 3) {
      throw malformed(
          "the authorization header requires three components: Credential, SignedHeaders, and"
              + " Signature.");
    }
    Map<String, String> components = new HashMap<>();
    for (String part : parts) {
      String[] pair = part.strip().split("=", 2);
      if (pair.length < 2) {
        throw malformed("the authorization component \"" + pair[0] + "\" is malformed.");
      }
      components.put(pair[0], pair[1]);
    }
    return components;
  }

  private static String component(Map<String, String> components, String name) throws Refused {
    String value = components.get(name);
    if (value == null || value.isEmpty()) {
      throw malformed("missing " + name + ".");
    }
    return value;
  }

  static Refused malformed(String why) {
    return S3Error.AUTHORIZATION_HEADER_MALFORMED.because(
        "The authorization header is malformed; " + why);
  }

  static Refused unsupported() {
    return S3Error.INVALID_REQUEST.because(
        "The authorization mechanism you have provided is not supported. Please use "
            + Signed.ALGORITHM
            + ".");
  }

  private static String time(HttpFields headers) throws Refused {
    String time = headers.get("x-amz-date");
    if (time != null && TIMES.matcher(time).matches()) {
      return time;
    }
    try {
      return Signed.TIME.format(
          HttpDateTime.parse(headers.get("Date")).withZoneSameInstant(ZoneOffset.UTC));
    } catch (IllegalArgumentException | NullPointerException e) {
      throw S3Error.ACCESS_DENIED.because(
          "AWS authentication requires a valid Date or x-amz-date header.");
    }
  }

  static Signed inQuery(Query query, HttpFields headers) throws Refused {
    for (String name : REQUIRED) {
      if (!query.has(name)) {
        throw parameter(
            "Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential,"
                + " X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires"
                + " parameters.");
      }
    }
    String algorithm = query.get("X-Amz-Algorithm").orElseThrow();
    if (!algorithm.equals(Signed.ALGORITHM)) {
      throw parameter(
          algorithm.equals("AWS4-ECDSA-P256-SHA256")
              ? "X-Amz-Algorithm only supports \"AWS4-HMAC-SHA256\""
              : "X-Amz-Algorithm only supports \"AWS4-HMAC-SHA256 and AWS4-ECDSA-P256-SHA256\"");
    }
    if (query.has("X-Amz-Security-Token")) {
      throw S3Error.INVALID_TOKEN.because("The provided token is malformed or otherwise invalid.");
    }
    Scope scope =
        Scope.parse(
            query.get("X-Amz-Credential").orElseThrow(),
            why -> parameter("Error parsing the X-Amz-Credential parameter; " + why));
    String time = query.get("X-Amz-Date").orElseThrow();
    if (!TIMES.matcher(time).matches()) {
      throw parameter("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
    }
    String sum = headers.get(Signed.SUM_HEADER);
    return new Signed(
        scope,
        time,
        headers(query.get("X-Amz-SignedHeaders").orElseThrow()),
        query.get("X-Amz-Signature").orElseThrow(),
        sum == null ? Payload.UNSIGNED : Payload.of(sum),
        Optional.of(lasts(query.get("X-Amz-Expires").orElseThrow())));
  }

  private static Duration lasts(String text) throws Refused {
    Duration lasts;
    try {
      lasts = Duration.ofSeconds(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw parameter("X-Amz-Expires should be a number");
    }
    if (lasts.isNegative()) {
      throw parameter("X-Amz-Expires must be non-negative");
    }
    if (lasts.isZero()) {
      throw parameter("X-Amz-Expires must be 1 or more");
    }
    if (lasts.compareTo(LONGEST) > 0) {
      throw parameter(
          "X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires"
              + " must be less than 604800 seconds");
    }
    return lasts;
  }

  static Refused parameter(String why) {
    return S3Error.AUTHORIZATION_QUERY_PARAMETERS_ERROR.because(why);
  }
}
