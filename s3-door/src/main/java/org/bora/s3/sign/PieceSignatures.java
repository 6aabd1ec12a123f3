package org.bora.s3.sign;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;

/**
 * Signatures of the pieces of a body, each of which covers the one before, beginning with that of
 * the request. Used by one thread.
 */
public final class PieceSignatures {
  private final byte[] key;
  private final String begin;
  private String previous;

  /**
   * @param key of the day, region and service
   */
  public PieceSignatures(Signed request, byte[] key) {
    this.key = Objects.requireNonNull(key, "key").clone();
    this.begin = request.time() + "\n" + request.scope().signed() + "\n";
    this.previous = request.signature();
  }

  /**
   * Checks the signature of the next piece.
   *
   * @param signature of the piece as sent
   * @param sum SHA-256 of its bytes
   */
  public void piece(String signature, MessageDigest sum) throws Refused {
    require(
        "AWS4-HMAC-SHA256-PAYLOAD\n"
            + begin
            + previous
            + "\n"
            + Hashes.EMPTY
            + "\n"
            + HexFormat.of().formatHex(sum.digest()),
        signature);
  }

  /**
   * Checks the signature of the trailer.
   *
   * @param trailer its lines, each with a line feed behind it
   */
  public void trailer(String signature, String trailer) throws Refused {
    require(
        "AWS4-HMAC-SHA256-TRAILER\n" + begin + previous + "\n" + Hashes.hex(trailer), signature);
  }

  private void require(String signs, String signature) throws Refused {
    String right = Hashes.hmac(key, signs);
    if (!Hashes.same(right, signature)) {
      throw S3Error.SIGNATURE_DOES_NOT_MATCH.because(
          "the signature of a piece of the body is not the right one");
    }
    previous = right;
  }

  /** A sum for the bytes of one piece. */
  public static MessageDigest sum() {
    return Hashes.sha256();
  }
}
