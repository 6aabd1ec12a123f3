package org.bora.s3.sign;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
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
import java.util.stream.Stream;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
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

  static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT);
  static final String SUM_HEADER = "x-amz-content-sha256";

  public Signed {
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(time, "time");
    names = List.copyOf(names);
    Objects.requireNonNull(signature, "signature");
    Objects.requireNonNull(payload, "payload");
    Objects.requireNonNull(lasts, "lasts");
  }

  /**
   * Parses the signature.
   *
   * @return empty for a request without a signature
   * @throws Refused for an invalid one
   */
  public static Optional<Signed> of(HttpFields headers, Query query) throws Refused {
    String authorization = headers.get("Authorization");
    boolean presigned = query.has("X-Amz-Signature") || query.has("X-Amz-Algorithm");
    if (authorization != null && presigned) {
      throw S3Error.INVALID_ARGUMENT.because("a request has one signature, not two");
    }
    if (authorization != null) {
      return Optional.of(SignedText.inHeader(authorization, headers));
    }
    if (query.has("AWSAccessKeyId")) {
      throw SignedText.unsupported();
    }
    return presigned ? Optional.of(SignedText.inQuery(query, headers)) : Optional.empty();
  }

  /**
   * Checks its time.
   *
   * @throws Refused if it is not valid now
   */
  public void requireTimely(Instant now) throws Refused {
    Instant signed;
    try {
      signed = LocalDateTime.parse(time, TIME).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException e) {
      throw S3Error.ACCESS_DENIED.because(
          "AWS authentication requires a valid Date or x-amz-date header.");
    }
    if (!time.startsWith(scope.date())) {
      throw lasts.isEmpty()
          ? SignedText.malformed("Invalid credential date. Date is not the same as X-Amz-Date.")
          : SignedText.parameter(
              "Invalid credential date \""
                  + scope.date()
                  + "\". This date is not the same as X-Amz-Date: \""
                  + time.substring(0, 8)
                  + "\".");
    }
    if (lasts.isEmpty()) {
      requireNear(signed, now);
      return;
    }
    if (signed.isAfter(now.plus(SKEW))) {
      throw S3Error.ACCESS_DENIED.because("Request is not valid yet");
    }
    if (!now.isBefore(signed.plus(lasts.get()))) {
      throw S3Error.ACCESS_DENIED
          .because("Request has expired.")
          .with("X-Amz-Expires", String.valueOf(lasts.get().toSeconds()))
          .with("Expires", signed.plus(lasts.get()).toString())
          .with("ServerTime", now.toString());
    }
  }

  private void requireNear(Instant signed, Instant now) throws Refused {
    if (Duration.between(signed, now).abs().compareTo(SKEW) > 0) {
      throw S3Error.REQUEST_TIME_TOO_SKEWED
          .because("the request was signed at " + signed + ", the server has " + now)
          .with("RequestTime", time)
          .with("ServerTime", now.toString())
          .with("MaxAllowedSkewMilliseconds", String.valueOf(SKEW.toMillis()));
    }
  }

  /**
   * Verifies the signature.
   *
   * @param method of the request
   * @param path decoded
   * @param key of the day, region and service
   * @throws Refused if it is wrong, or does not cover everything that it must
   */
  public void verify(String method, String path, Query query, HttpFields headers, byte[] key)
      throws Refused {
    requireCovered(headers);
    String canonical = canonical(method, path, query, headers);
    String signs = signs(canonical, StandardCharsets.ISO_8859_1);
    if (!isOf(key, signs) && !isOf(key, signs(canonical, StandardCharsets.UTF_8))) {
      throw S3Error.SIGNATURE_DOES_NOT_MATCH
          .refusal()
          .with("AWSAccessKeyId", scope.accessKey())
          .with("SignatureProvided", signature)
          .with("StringToSign", signs);
    }
  }

  /**
   * What is signed. A character of a header is a byte that was sent, whatever the client meant by
   * it: most clients sign the bytes that they send (ISO 8859-1 gives them back), botocore signs
   * UTF-8 and sends ISO 8859-1.
   */
  private String signs(String canonical, Charset bytes) {
    return String.join(
        "\n", ALGORITHM, time, scope.signed(), Hashes.hex(canonical.getBytes(bytes)));
  }

  private boolean isOf(byte[] key, String signs) {
    return Hashes.same(Hashes.hmac(key, signs), signature);
  }

  /** A header that means something here must not be added by another than the signer. */
  private void requireCovered(HttpFields headers) throws Refused {
    List<String> missing =
        Stream.concat(
                Stream.of("host"),
                headers.stream()
                    .map(field -> field.getName().toLowerCase(Locale.ROOT))
                    .filter(name -> name.startsWith("x-amz-") && !name.equals(SUM_HEADER)))
            .filter(name -> !names.contains(name))
            .sorted()
            .toList();
    if (!missing.isEmpty()) {
      throw S3Error.ACCESS_DENIED
          .because("There were headers present in the request which were not signed")
          .with("HeadersNotSigned", String.join(", ", missing));
    }
  }

  private String canonical(String method, String path, Query query, HttpFields headers) {
    List<String> lines = new ArrayList<>();
    lines.add(method);
    lines.add(PercentEncoding.encode(path, true));
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
