package org.bora.s3.sign;

import java.util.regex.Pattern;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;

/**
 * What a request says of its body in {@code x-amz-content-sha256}.
 *
 * @param text as sent, and as it is signed
 */
public record Payload(String text) {
  /** A body that the signature does not cover; TLS does. */
  public static final Payload UNSIGNED = new Payload("UNSIGNED-PAYLOAD");

  private static final String CHUNKED_SIGNED = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";
  private static final String CHUNKED_UNSIGNED = "STREAMING-UNSIGNED-PAYLOAD";
  private static final String TRAILER = "-TRAILER";
  private static final Pattern SUM = Pattern.compile("[0-9a-f]{64}");

  /**
   * @throws Refused if it has none of the forms
   */
  static Payload of(String text) throws Refused {
    Payload payload = new Payload(text);
    if (!payload.isSum() && !payload.equals(UNSIGNED) && !payload.isChunked()) {
      throw S3Error.argument(
          "x-amz-content-sha256",
          text,
          "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER,"
              + " STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER,"
              + " STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD,"
              + " STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD-TRAILER or a valid sha256 value.");
    }
    return payload;
  }

  /** Whether it is the SHA-256 of the body. */
  public boolean isSum() {
    return SUM.matcher(text).matches();
  }

  /** Whether the body comes in aws-chunked form. */
  public boolean isChunked() {
    return isSignedPiecewise()
        || text.equals(CHUNKED_UNSIGNED + TRAILER)
        || text.equals(CHUNKED_UNSIGNED);
  }

  /** Whether the body has a trailer, and no signature: S3 takes only objects so. */
  public boolean isUnsignedWithTrailer() {
    return text.equals(CHUNKED_UNSIGNED + TRAILER);
  }

  /** Whether each piece of the body has a signature. */
  public boolean isSignedPiecewise() {
    return text.equals(CHUNKED_SIGNED) || text.equals(CHUNKED_SIGNED + TRAILER);
  }

  /** Whether a trailer follows the body. */
  public boolean hasTrailer() {
    return isChunked() && text.endsWith(TRAILER);
  }
}
