package org.bora.s3;

import com.dynatrace.hash4j.hashing.HashStream128;
import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** The checksums that S3 knows. */
enum Sum {
  CRC32(4, () -> new OfCrc(new CRC32())),
  CRC32C(4, () -> new OfCrc(new CRC32C())),
  CRC64NVME(8, () -> new OfCrc(new Crc64())),
  SHA1(20, () -> OfDigest.of("SHA-1")),
  SHA256(32, () -> OfDigest.of("SHA-256")),
  SHA512(64, () -> OfDigest.of("SHA-512")),
  MD5(16, () -> OfDigest.of("MD5")),
  XXHASH64(8, () -> new OfCrc(new Xx64())),
  XXHASH3(8, Xx3::new),
  XXHASH128(16, Xx128::new);

  /** A checksum that is being computed. */
  interface Making {
    /** Takes bytes; the buffer stays as it is. */
    void update(ByteBuffer bytes);

    byte[] value();
  }

  private final int bytes;

  @SuppressWarnings("ImmutableEnumChecker") // it only makes new sums
  private final Supplier<Making> making;

  Sum(int bytes, Supplier<Making> making) {
    this.bytes = bytes;
    this.making = making;
  }

  Making make() {
    return making.get();
  }

  /** Of its value. */
  int bytes() {
    return bytes;
  }

  /** Whether the sum of a whole object can be told of parts too. */
  boolean isOfWholes() {
    return this == CRC32 || this == CRC32C || this == CRC64NVME;
  }

  /** The header that has its value in base64. */
  String header() {
    return "x-amz-checksum-" + name().toLowerCase(Locale.ROOT);
  }

  /** By its name in headers, in any case; empty if unknown. */
  static Optional<Sum> named(String name) {
    return Arrays.stream(values()).filter(one -> one.name().equalsIgnoreCase(name)).findFirst();
  }

  static Optional<Sum> ofHeader(String header) {
    return Arrays.stream(values()).filter(o -> o.header().equalsIgnoreCase(header)).findFirst();
  }

  /** The sum of ETags. */
  static Making md5() {
    return OfDigest.of("MD5");
  }

  private record OfCrc(Checksum sum) implements Making {
    @Override
    public void update(ByteBuffer bytes) {
      sum.update(bytes.duplicate());
    }

    @Override
    public byte[] value() {
      boolean wide = sum instanceof Crc64 || sum instanceof Xx64;
      ByteBuffer value = ByteBuffer.allocate(wide ? Long.BYTES : Integer.BYTES);
      return wide
          ? value.putLong(sum.getValue()).array()
          : value.putInt((int) sum.getValue()).array();
    }
  }

  /** XXH3 with 64 bits. */
  private static final class Xx3 implements Making {
    private final HashStream64 stream = Hashing.xxh3_64().hashStream();

    @Override
    public void update(ByteBuffer bytes) {
      byte[] copy = copy(bytes);
      stream.putBytes(copy, 0, copy.length);
    }

    @Override
    public byte[] value() {
      return ByteBuffer.allocate(Long.BYTES).putLong(stream.getAsLong()).array();
    }
  }

  /** XXH3 with 128 bits. */
  private static final class Xx128 implements Making {
    private final HashStream128 stream = Hashing.xxh3_128().hashStream();

    @Override
    public void update(ByteBuffer bytes) {
      byte[] copy = copy(bytes);
      stream.putBytes(copy, 0, copy.length);
    }

    @Override
    public byte[] value() {
      HashValue128 value = stream.get();
      return ByteBuffer.allocate(2 * Long.BYTES)
          .putLong(value.getMostSignificantBits())
          .putLong(value.getLeastSignificantBits())
          .array();
    }
  }

  private static byte[] copy(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return copy;
  }

  private record OfDigest(MessageDigest digest) implements Making {
    static OfDigest of(String name) {
      try {
        return new OfDigest(MessageDigest.getInstance(name));
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException("every Java has " + name, impossible);
      }
    }

    @Override
    public void update(ByteBuffer bytes) {
      digest.update(bytes.duplicate());
    }

    @Override
    public byte[] value() {
      return digest.digest();
    }
  }
}
