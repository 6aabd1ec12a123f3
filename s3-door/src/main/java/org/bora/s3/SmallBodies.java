package org.bora.s3;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.bora.door.admit.BodyRoom;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.bora.s3.sign.Chunks;
import org.bora.s3.sign.Payload;

/**
 * Request bodies in memory: lists of keys and of parts. Their total size is limited, and so is the
 * share of one caller; the memory is reserved before the first byte is read. Thread safe.
 */
final class SmallBodies {
  /** Enough for 1,000 keys of 1,024 bytes, or 10,000 parts, in XML. */
  static final int MOST_BYTES = 2 * 1024 * 1024;

  private final BodyRoom room;

  SmallBodies(BodyRoom room) {
    this.room = room;
  }

  /** The use of a body. */
  @FunctionalInterface
  interface Use {
    void with(byte[] body) throws IOException, Refused;
  }

  /** Reads the body, whose signature and checksums hold then, and hands it over. */
  void read(S3Visit visit, Use use) throws IOException, Refused {
    read(visit, Announced.sums(visit.headers()), use);
  }

  /** The same for a body with the checksum of something else. */
  void readList(S3Visit visit, Use use) throws IOException, Refused {
    read(visit, Map.of(), use);
  }

  private void read(S3Visit visit, Map<Sum, String> sums, Use use) throws IOException, Refused {
    long length = visit.request().getLength();
    if (length > MOST_BYTES) {
      throw S3Error.ENTITY_TOO_LARGE.because("the document has " + MOST_BYTES + " bytes at most");
    }
    int bytes = length < 0 ? MOST_BYTES : (int) Math.max(1, length);
    String caller = visit.exchange().calls().get().caller().dn();
    if (room.take(caller, bytes) != BodyRoom.Grant.GIVEN) {
      throw S3Error.SLOW_DOWN.because("too many documents are being read");
    }
    try {
      use.with(verified(visit, sums));
    } finally {
      room.giveBack(caller, bytes);
    }
  }

  private static byte[] verified(S3Visit visit, Map<Sum, String> sums) throws IOException, Refused {
    Payload payload = visit.proof().signed().payload();
    Optional<Sum> trailing = Announced.trailer(visit.headers(), payload);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Chunks.Sink sink = bytes -> append(all, bytes);
    Map<String, String> trailer = BodyBytes.read(visit, payload, sink, () -> {});
    byte[] bytes = all.toByteArray();
    if (payload.isSum() && !payload.text().equals(hex(Sum.SHA256.make(), bytes))) {
      throw S3Error.CONTENT_SHA256_MISMATCH.because(
          "the body does not have the SHA-256 that was signed");
    }
    requireMd5(visit, bytes);
    require(sums, bytes);
    require(Announced.inTrailer(trailing, trailer), bytes);
    return bytes;
  }

  private static void require(Map<Sum, String> sums, byte[] bytes) throws Refused {
    for (Map.Entry<Sum, String> one : sums.entrySet()) {
      Sum.Making sum = one.getKey().make();
      sum.update(ByteBuffer.wrap(bytes));
      if (!Arrays.equals(Announced.base64(one.getValue()), sum.value())) {
        throw Announced.mismatch(one.getKey());
      }
    }
  }

  private static void requireMd5(S3Visit visit, byte[] bytes) throws Refused {
    String announced = visit.headers().get("Content-MD5");
    if (announced == null) {
      return;
    }
    byte[] value = Announced.base64(announced);
    if (value.length != 16) {
      throw S3Error.INVALID_DIGEST.refusal().with("Content-MD5", announced);
    }
    Sum.Making md5 = Sum.md5();
    md5.update(ByteBuffer.wrap(bytes));
    if (!Arrays.equals(value, md5.value())) {
      throw S3Error.BAD_DIGEST.because(
          "The Content-MD5 you specified did not match what we received.");
    }
  }

  private static String hex(Sum.Making sum, byte[] bytes) {
    sum.update(ByteBuffer.wrap(bytes));
    return HexFormat.of().formatHex(sum.value());
  }

  private static void append(ByteArrayOutputStream all, ByteBuffer bytes) throws Refused {
    if (bytes.remaining() > MOST_BYTES - all.size()) {
      throw S3Error.ENTITY_TOO_LARGE.because("the document has " + MOST_BYTES + " bytes at most");
    }
    byte[] piece = new byte[bytes.remaining()];
    bytes.get(piece);
    all.writeBytes(piece);
  }
}
