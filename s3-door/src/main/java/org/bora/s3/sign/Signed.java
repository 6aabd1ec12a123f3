package org.bora.s3.sign;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.eclipse.jetty.http.HttpDateTime;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/**
 * What a request says of its signature, in the header {@code Authorization} or, where it is
 * presigned, in its query.
 *
 * @param time when it was signed, as text: it is part of what is signed
 * @param names of the headers that are signed, in lower case and in order
 * @param signature 64 hexadecimal digits
 * @param lasts how long a presigned request may be used; empty for others
 */
public record Signed(
    Scope scope,
    String time,
    List<String> names,
    String signature,
    Payload payload,
    Optional<Duration> lasts) {
  static final String ALGORITHM = "AWS4-HMAC-SHA256";

  /** By which the clocks of client and server may differ. */
  static final Duration SKEW = Duration.ofMinutes(15);

  private static final Duration LONGEST = Duration.ofDays(7);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT);
  private static final String SUM_HEADER = "x-amz-content-sha256";

  public Signed {
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(time, "time");
    names = List.copyOf(names);
    Objects.requireNonNull(signature, "signature");
    Objects.requireNonNull(payload, "payload");
    Objects.requireNonNull(lasts, "lasts");
  }

  /**
   * Reads it.
   *
   * @return empty for a request without a signature
   * @throws Refused for one that cannot be right
   */
  public static Optional<Signed> of(HttpFields headers, Query query) throws Refused {
    String authorization = headers.get("Authorization");
    boolean presigned = query.has("X-Amz-Signature") || query.has("X-Amz-Algorithm");
    if (authorization != null && presigned) {
      throw S3Error.INVALID_ARGUMENT.because("a request has one signature, not two");
    }
    if (authorization != null) {
      return Optional.of(inHeader(authorization, headers));
    }
    return presigned ? Optional.of(inQuery(query, headers)) : Optional.empty();
  }

  private static Signed inHeader(String authorization, HttpFields headers) throws Refused {
    if (!authorization.startsWith(ALGORITHM + " ")) {
      throw S3Error.INVALID_REQUEST.because(
          "requests are signed by " + ALGORITHM + "; version 2 is not served");
    }
    String credential = "";
    String names = "";
    String signature = "";
    for (String part : authorization.substring(ALGORITHM.length()).split(",", -1)) {
      String[] pair = part.strip().split("=", 2);
      String value = pair.length < 2 ? "" : pair[1];
      switch (pair[0]) {
        case "Credential" -> credential = value;
        case "SignedHeaders" -> names = value;
        case "Signature" -> signature = value;
        default -> {}
      }
    }
    Optional<Scope> scope = Scope.parse(credential);
    if (scope.isEmpty() || names.isEmpty() || signature.isEmpty()) {
      throw S3Error.AUTHORIZATION_HEADER_MALFORMED.because(
          "the Authorization header needs Credential (ACCESSKEY/DATE/REGION/s3/aws4_request),"
              + " SignedHeaders and Signature");
    }
    String sum = headers.get(SUM_HEADER);
    if (sum == null) {
      throw S3Error.INVALID_REQUEST.because("the header " + SUM_HEADER + " is missing");
    }
    return new Signed(
        scope.get(),
        time(headers),
        List.of(names.split(";", -1)),
        signature,
        Payload.of(sum),
        Optional.empty());
  }

  private static String time(HttpFields headers) throws Refused {
    String time = headers.get("x-amz-date");
    if (time != null) {
      return time;
    }
    try {
      return TIME.format(
          HttpDateTime.parse(headers.get("Date")).withZoneSameInstant(ZoneOffset.UTC));
    } catch (IllegalArgumentException | NullPointerException e) {
      throw S3Error.ACCESS_DENIED.because("the request has neither x-amz-date nor Date");
    }
  }

  private static Signed inQuery(Query query, HttpFields headers) throws Refused {
    if (!query.get("X-Amz-Algorithm").filter(ALGORITHM::equals).isPresent()) {
      throw parameter("X-Amz-Algorithm must be " + ALGORITHM);
    }
    Scope scope =
        query
            .get("X-Amz-Credential")
            .flatMap(Scope::parse)
            .orElseThrow(
                () -> parameter("X-Amz-Credential is ACCESSKEY/DATE/REGION/s3/aws4_request"));
    String sum = headers.get(SUM_HEADER);
    return new Signed(
        scope,
        query.get("X-Amz-Date").orElseThrow(() -> parameter("X-Amz-Date is missing")),
        List.of(
            query
                .get("X-Amz-SignedHeaders")
                .orElseThrow(() -> parameter("X-Amz-SignedHeaders is missing"))
                .split(";", -1)),
        query.get("X-Amz-Signature").orElseThrow(() -> parameter("X-Amz-Signature is missing")),
        sum == null ? Payload.UNSIGNED : Payload.of(sum),
        Optional.of(lasts(query)));
  }

  private static Duration lasts(Query query) throws Refused {
    try {
      Duration lasts =
          Duration.ofSeconds(
              Long.parseLong(
                  query
                      .get("X-Amz-Expires")
                      .orElseThrow(() -> parameter("X-Amz-Expires is missing"))));
      if (lasts.isPositive() && lasts.compareTo(LONGEST) <= 0) {
        return lasts;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw parameter("X-Amz-Expires is a number of seconds from 1 to " + LONGEST.toSeconds());
  }

  private static Refused parameter(String why) {
    return S3Error.AUTHORIZATION_QUERY_PARAMETERS_ERROR.because(why);
  }

  /**
   * Whether it is of this time.
   *
   * @throws Refused where it is not
   */
  public void requireTimely(Instant now) throws Refused {
    Instant signed;
    try {
      signed = LocalDateTime.parse(time, TIME).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException e) {
      throw S3Error.ACCESS_DENIED.because("the time of the signature is yyyyMMddTHHmmssZ");
    }
    if (!time.startsWith(scope.date())) {
      throw S3Error.AUTHORIZATION_HEADER_MALFORMED.because(
          "the credential is of another day than the signature");
    }
    if (lasts.isEmpty()) {
      if (Duration.between(signed, now).abs().compareTo(SKEW) > 0) {
        throw S3Error.REQUEST_TIME_TOO_SKEWED.because(
            "the request was signed at " + signed + ", the server has " + now);
      }
      return;
    }
    if (signed.isAfter(now.plus(SKEW))) {
      throw S3Error.ACCESS_DENIED.because("Request is not valid yet");
    }
    if (!now.isBefore(signed.plus(lasts.get()))) {
      throw S3Error.ACCESS_DENIED.because("Request has expired");
    }
  }

  /**
   * Compares the signature with what it must be.
   *
   * @param method of the request
   * @param path decoded
   * @param key of the day, region and service
   * @throws Refused where it is another one, or where it leaves out what it must cover
   */
  public void verify(String method, String path, Query query, HttpFields headers, byte[] key)
      throws Refused {
    requireCovered(headers);
    String signs =
        String.join(
            "\n",
            ALGORITHM,
            time,
            scope.signed(),
            Hashes.hex(canonical(method, path, query, headers)));
    if (!Hashes.same(Hashes.hmac(key, signs), signature)) {
      throw S3Error.SIGNATURE_DOES_NOT_MATCH.because(
          "the signature is not the one that the key gives for this request");
    }
  }

  /** A header that means something here must not be added by another than the signer. */
  private void requireCovered(HttpFields headers) throws Refused {
    boolean host = names.contains("host");
    boolean all =
        headers.stream()
            .map(field -> field.getName().toLowerCase(Locale.ROOT))
            .filter(name -> name.startsWith("x-amz-"))
            .allMatch(names::contains);
    if (!host || !all) {
      throw S3Error.ACCESS_DENIED.because(
          "the signature does not cover " + (host ? "all headers x-amz-*" : "the header Host"));
    }
  }

  private String canonical(String method, String path, Query query, HttpFields headers) {
    List<String> lines = new ArrayList<>();
    lines.add(method);
    lines.add(Percent.encode(path, true));
    lines.add(query.canonical());
    for (String name : names) {
      lines.add(name + ":" + value(headers, name));
    }
    lines.add("");
    lines.add(String.join(";", names));
    lines.add(payload.text());
    return String.join("\n", lines);
  }

  private static String value(HttpFields headers, String name) {
    return String.join(
        ",",
        headers.getFields(name).stream()
            .map(HttpField::getValue)
            .map(value -> value == null ? "" : value.strip().replaceAll(" +", " "))
            .toList());
  }
}
