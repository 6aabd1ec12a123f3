package org.bora.api.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import org.bora.api.Catalogue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MethodsTest {
  private static final Marshaller<byte[]> BYTES = Methods.of(Catalogue.LS).getRequestMarshaller();

  private static byte[] message(int length) {
    byte[] message = new byte[length];
    new Random(length).nextBytes(message);
    return message;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 300, 16_384, 16_385, 100_000})
  void aMessageArrivesAsItWasSent(int length) throws IOException {
    byte[] message = message(length);

    assertArrayEquals(message, BYTES.parse(BYTES.stream(message)));
    assertArrayEquals(message, BYTES.parse(new InPieces(message)), "of a length that is not told");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 300, 100_000})
  void theLinkDrainsAMessageOfKnownLengthInOnePiece(int length) throws IOException {
    byte[] message = message(length);
    InputStream stream = BYTES.stream(message);
    ByteArrayOutputStream link = new ByteArrayOutputStream();

    assertInstanceOf(KnownLength.class, stream);
    assertEquals(length, stream.available());
    assertEquals(length, ((Drainable) stream).drainTo(link));
    assertArrayEquals(message, link.toByteArray());
    assertEquals(0, stream.available());
  }

  /** Tells less than it has. */
  private static final class InPieces extends ByteArrayInputStream {
    InPieces(byte[] message) {
      super(message);
    }

    @Override
    public synchronized int available() {
      return Math.min(1, super.available());
    }
  }
}
