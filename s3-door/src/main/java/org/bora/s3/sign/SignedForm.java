package org.bora.s3.sign;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;

/**
 * What a form says of its signature, which covers its policy and nothing else: what the policy does
 * not bind, anybody may change.
 *
 * @param policy in base64, as sent
 * @param signature 64 hexadecimal digits
 */
public record SignedForm(Scope scope, Instant time, String policy, String signature) {
  /** The fields that are needed, in lower case. */
  private static final List<String> REQUIRED =
      List.of("policy", "x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-signature");

  private static final String CREDENTIAL = "x-amz-credential";

  public SignedForm {
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(signature, "signature");
  }

  /**
   * Parses the signature.
   *
   * @param fields of the form, names in lower case
   * @throws Refused for a form without a signature, or with an invalid one
   */
  public static SignedForm of(Map<String, String> fields) throws Refused {
    if (REQUIRED.stream().noneMatch(fields::containsKey)) {
      throw S3Error.ACCESS_DENIED.because("Access Denied.");
    }
    for (String name : REQUIRED) {
      if (!fields.containsKey(name)) {
        throw missing(name);
      }
    }
    String algorithm = fields.get("x-amz-algorithm");
    if (!algorithm.equals(Signed.ALGORITHM)) {
      throw S3Error.argument("X-Amz-Algorithm", algorithm, "Only AWS4-HMAC-SHA256 is supported");
    }
    if (fields.containsKey("x-amz-security-token")) {
      throw S3Error.INVALID_TOKEN.because("The provided token is malformed or otherwise invalid.");
    }
    Instant time = time(fields.get("x-amz-date"));
    String credential = fields.get(CREDENTIAL);
    Scope scope = Scope.parse(credential, why -> S3Error.argument(CREDENTIAL, credential, why));
    if (!fields.get("x-amz-date").startsWith(scope.date())) {
      throw S3Error.argument(
          CREDENTIAL, credential, "its date is not the same as that of x-amz-date");
    }
    return new SignedForm(scope, time, fields.get("policy"), fields.get("x-amz-signature"));
  }

  /** A field that must stand before the file. */
  public static Refused missing(String field) {
    return S3Error.argument(
        field,
        "",
        "Bucket POST must contain a field named '"
            + field
            + "'.  If it is specified, please check the order of the fields.");
  }

  private static Instant time(String text) throws Refused {
    try {
      return LocalDateTime.parse(text, Signed.TIME).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException e) {
      throw S3Error.argument(
          "X-Amz-Date", text, "X-Amz-Date must be formated via ISO8601 Long format");
    }
  }

  /**
   * Checks its time: signed within the last week, as for presigned URLs. The policy may limit it
   * further.
   */
  public void requireTimely(Instant now) throws Refused {
    if (time.isAfter(now.plus(Signed.SKEW))) {
      throw S3Error.ACCESS_DENIED.because("Request is not valid yet");
    }
    if (!now.isBefore(time.plus(SignedText.LONGEST))) {
      throw S3Error.ACCESS_DENIED.because("Invalid according to Policy: Policy expired.");
    }
  }

  /**
   * Verifies the signature.
   *
   * @param key of the day, region and service
   */
  public void verify(byte[] key) throws Refused {
    if (!Hashes.same(Hashes.hmac(key, policy), signature)) {
      throw S3Error.SIGNATURE_DOES_NOT_MATCH
          .refusal()
          .with("AWSAccessKeyId", scope.accessKey())
          .with("SignatureProvided", signature)
          .with("StringToSign", policy)
          .with(
              "StringToSignBytes",
              HexFormat.ofDelimiter(" ").formatHex(policy.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
