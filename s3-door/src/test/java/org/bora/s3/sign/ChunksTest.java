package org.bora.s3.sign;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

/** Bodies in pieces; the signatures are those of the example in Amazon's documentation. */
class ChunksTest {
  private final ByteArrayOutputStream passed = new ByteArrayOutputStream();

  private Chunks unsigned(boolean trailer) {
    return new Chunks(trailer, Optional.empty(), this::pass);
  }

  private void pass(ByteBuffer bytes) {
    byte[] piece = new byte[bytes.remaining()];
    bytes.get(piece);
    passed.writeBytes(piece);
  }

  private static void feed(Chunks chunks, byte[] body, int step) throws IOException, Refused {
    for (int at = 0; at < body.length; at += step) {
      chunks.take(ByteBuffer.wrap(body, at, Math.min(step, body.length - at)));
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void bytesComeOutWhateverPiecesTheyArriveIn() throws IOException, Refused {
    String large = "h".repeat(8192);
    byte[] body =
        ascii("2000\r\n" + large + "\r\n6\r\n world\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n");
    for (int step : new int[] {1, 2, 3, 5, 7, 11, 100, 8191, 8198, 8205, 9000}) {
      passed.reset();
      Chunks chunks = unsigned(true);
      feed(chunks, body, step);
      assertEquals(Map.of("x-amz-checksum-crc32", "AAAAAA=="), chunks.end());
      assertEquals(large + " world", passed.toString(StandardCharsets.US_ASCII));
    }
  }

  @Test
  void aTrailerIsBoundedWhateverItsLinesAreCalled() throws IOException, Refused {
    String most = "0\r\n" + "a:b\r\n".repeat(16);
    Chunks chunks = unsigned(true);
    feed(chunks, ascii(most + "\r\n"), 100);
    assertEquals(Map.of("a", "b"), chunks.end());
    assertThrows(Refused.class, () -> feed(unsigned(true), ascii(most + "a:b\r\n"), 100));
    assertThrows(Refused.class, () -> feed(unsigned(false), ascii(most + "a:b\r\n"), 100));
  }

  @Test
  void aBodyThatEndsEarlyIsNotWhole() throws IOException, Refused {
    byte[] body = ascii("5\r\nhello\r\n0\r\n\r\n");
    for (int length = 0; length < body.length; length++) {
      Chunks chunks = unsigned(true);
      chunks.take(ByteBuffer.wrap(body, 0, length));
      assertThrows(Refused.class, chunks::end, "after " + length + " bytes");
    }
  }

  @Test
  void whatIsNoChunkIsRefused() {
    for (String body :
        new String[] {
          "x\r\n",
          "-1\r\n",
          "5\r\nhello!\r\n",
          "0\r\n\r\nmore",
          "5\r\nhelloX\r\n",
          "\r\n",
          "5\nhello\r\n",
          "6\r\nhello\r\n0\r\n",
          "0\r\n:nameless\r\n"
        }) {
      Chunks chunks = unsigned(true);
      assertThrows(Refused.class, () -> feed(chunks, ascii(body), 100), body);
    }
    assertThrows(Refused.class, () -> feed(unsigned(true), ascii("0".repeat(2000)), 100));
  }

  @Test
  void onlyTheLastChunkIsSmall() {
    Refused refusal =
        assertThrows(
            Refused.class, () -> feed(unsigned(true), ascii("5\r\nhello\r\n6\r\n world\r\n"), 100));
    assertEquals(Optional.of("InvalidChunkSizeError"), refusal.code());
  }

  /** As minio-go ends it; others have the line feed alone, or CR LF alone. */
  @Test
  void aTrailerMayEndItsLinesTwice() throws IOException, Refused {
    for (String end : new String[] {"\n\r\n\r\n", "\n\r\n", "\r\n\r\n"}) {
      for (int step : new int[] {1, 100}) {
        Chunks chunks = unsigned(true);
        feed(chunks, ascii("5\r\nhello\r\n0\r\nx-amz-checksum-crc32:AAAAAA==" + end), step);
        assertEquals(Map.of("x-amz-checksum-crc32", "AAAAAA=="), chunks.end());
      }
    }
    String more = "0\r\nx-amz-checksum-crc32:AAAAAA==\n\r\n\r\n\r\n";
    assertThrows(Refused.class, () -> feed(unsigned(true), ascii(more), 100));
  }

  /** minio-go, without TLS: an empty line stands before the signature. */
  @Test
  void theSignatureOfATrailerMayStandBehindAnEmptyLine() throws IOException, Refused {
    byte[] key =
        HexFormat.of()
            .parseHex(ExampleKey.of("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "20130524"));
    String empty = Hashes.EMPTY;
    String begin = "20130524T000000Z\n20130524/us-east-1/s3/aws4_request\n";
    String seed = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9";
    String last =
        Hashes.hmac(key, "AWS4-HMAC-SHA256-PAYLOAD\n" + begin + seed + "\n" + empty + "\n" + empty);
    String line = "x-amz-checksum-crc32:AAAAAA==\n";
    String trailer =
        Hashes.hmac(key, "AWS4-HMAC-SHA256-TRAILER\n" + begin + last + "\n" + Hashes.hex(line));
    for (String end : new String[] {trailer, "0" + trailer.substring(1)}) {
      String body =
          "0;chunk-signature=" + last + "\r\n" + line + "\r\nx-amz-trailer-signature:" + end;
      Chunks chunks = new Chunks(true, Optional.of(example()), this::pass);
      if (end.equals(trailer)) {
        feed(chunks, ascii(body + "\r\n\r\n"), 7);
        assertEquals(Map.of("x-amz-checksum-crc32", "AAAAAA=="), chunks.end());
      } else {
        assertThrows(Refused.class, () -> feed(chunks, ascii(body + "\r\n\r\n"), 7));
      }
    }
    Chunks chunks = new Chunks(true, Optional.of(example()), this::pass);
    feed(chunks, ascii("0;chunk-signature=" + last + "\r\n" + line + "\r\n"), 7);
    assertThrows(Refused.class, chunks::end, "a trailer without its signature");
  }

  /** AWS, "Signature calculations for the Authorization header: transferring payload in chunks". */
  private static PieceSignatures example() throws Refused {
    byte[] key =
        HexFormat.of()
            .parseHex(ExampleKey.of("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "20130524"));
    Signed request =
        new Signed(
            new Scope("AKIAIOSFODNN7EXAMPLE", "20130524", "us-east-1"),
            "20130524T000000Z",
            List.of("host"),
            "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9",
            new Payload("STREAMING-AWS4-HMAC-SHA256-PAYLOAD"),
            Optional.empty());
    return new PieceSignatures(request, key);
  }

  private static byte[] exampleBody(String firstSignature) {
    return ascii(
        "10000;chunk-signature="
            + firstSignature
            + "\r\n"
            + "a".repeat(65536)
            + "\r\n400;chunk-signature="
            + "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497"
            + "\r\n"
            + "a".repeat(1024)
            + "\r\n0;chunk-signature="
            + "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9"
            + "\r\n\r\n");
  }

  private static final String FIRST =
      "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648";

  @Test
  void signaturesOfPiecesAreThoseOfTheDocumentation() throws IOException, Refused {
    Chunks chunks = new Chunks(false, Optional.of(example()), this::pass);
    feed(chunks, exampleBody(FIRST), 1000);
    assertEquals(Map.of(), chunks.end());
    assertArrayEquals(ascii("a".repeat(66560)), passed.toByteArray());
  }

  @Test
  void aPieceWithAnotherSignatureIsRefused() throws Refused {
    Chunks chunks = new Chunks(false, Optional.of(example()), this::pass);
    Refused refusal =
        assertThrows(
            Refused.class, () -> feed(chunks, exampleBody(FIRST.replace('a', 'b')), 100_000));
    assertEquals(Optional.of("SignatureDoesNotMatch"), refusal.code());
  }

  @Test
  void aPieceWithoutASignatureIsRefused() throws Refused {
    Chunks chunks = new Chunks(false, Optional.of(example()), this::pass);
    assertThrows(Refused.class, () -> feed(chunks, ascii("0\r\n\r\n"), 100));
  }
}
