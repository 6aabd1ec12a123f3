package org.bora.s3;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Identifiers of multipart uploads: random digits, and check digits computed from these and the
 * key. So a made-up identifier, or one of another key, is distinguished from that of an ended
 * upload. They are not secret, and give no rights.
 */
final class UploadId {
  private static final int RANDOM_DIGITS = 20;
  private static final int OTHER_DIGITS = 12;

  private UploadId() {}

  /** For a new upload. */
  static String begin(ObjectKey key) {
    String random = UUID.randomUUID().toString().replace("-", "").substring(0, RANDOM_DIGITS);
    return random + others(random, key);
  }

  /** Whether it was given to an upload of this key, which may have ended. */
  static boolean isOf(ObjectKey key, String id) {
    return id.substring(RANDOM_DIGITS).equals(others(id.substring(0, RANDOM_DIGITS), key));
  }

  private static String others(String random, ObjectKey key) {
    Sum.Making sum = Sum.SHA256.make();
    sum.update(ByteBuffer.wrap((random + key.name().path()).getBytes(StandardCharsets.UTF_8)));
    return HexFormat.of().formatHex(sum.value()).substring(0, OTHER_DIGITS);
  }
}
