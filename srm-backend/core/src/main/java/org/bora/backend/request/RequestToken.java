package org.bora.backend.request;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * The name of a request: opaque to clients, unique for ever. A UUIDv7 (RFC 9562 section 5.7), so
 * that the rows of new requests lie together at the end of the table.
 */
public record RequestToken(UUID id) {

  private static final int TEXT_LENGTH = 36;

  public RequestToken {
    Objects.requireNonNull(id, "id");
  }

  /** A new token. */
  public static RequestToken create(Instant now, RandomGenerator random) {
    long high = now.toEpochMilli() << 16 | 0x7000L | random.nextLong() >>> 52;
    long low = 1L << 63 | random.nextLong() >>> 2;
    return new RequestToken(new UUID(high, low));
  }

  /** Reads what a client sent back; empty where it cannot be one of ours. */
  public static Optional<RequestToken> parse(String text) {
    if (text.length() != TEXT_LENGTH) {
      return Optional.empty();
    }
    try {
      return Optional.of(new RequestToken(UUID.fromString(text)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Reads the column. */
  public static RequestToken ofBytes(byte[] bytes) {
    return new RequestToken(uuid(bytes));
  }

  /** The sixteen bytes of the column. */
  public byte[] bytes() {
    return bytes(id);
  }

  static byte[] bytes(UUID uuid) {
    return ByteBuffer.allocate(16)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }

  static UUID uuid(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  /** What clients see. */
  @Override
  public String toString() {
    return id.toString();
  }
}
