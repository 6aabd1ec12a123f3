package org.bora.door.gsi.door;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Finds the end of a DER object (ITU-T X.690 section 8.1.3) in bytes that are still arriving. */
final class DerObject {

  /** The tag of a certificate: a constructed SEQUENCE. */
  static final byte SEQUENCE = 0x30;

  private static final int UNKNOWN = -1;

  private DerObject() {}

  /**
   * Length of the SEQUENCE at the buffer's position, tag and length octets included; -1 when the
   * length has not arrived yet. The buffer is left as it is.
   *
   * @throws IOException when it is not a SEQUENCE, of indefinite length, or longer than {@code
   *     most}
   */
  static int length(ByteBuffer buffer, int most) throws IOException {
    int available = buffer.remaining();
    if (available == 0) {
      return UNKNOWN;
    }
    int at = buffer.position();
    if (buffer.get(at) != SEQUENCE) {
      throw new IOException("not a DER certificate");
    }
    if (available == 1) {
      return UNKNOWN;
    }
    int first = Byte.toUnsignedInt(buffer.get(at + 1));
    if (first < 0x80) {
      return 2 + first;
    }
    int octets = first & 0x7f;
    if (octets == 0 || octets > 3) {
      throw new IOException("a DER certificate of a length that is not allowed");
    }
    if (available < 2 + octets) {
      return UNKNOWN;
    }
    int length = 0;
    for (int i = 0; i < octets; i++) {
      length = length << 8 | Byte.toUnsignedInt(buffer.get(at + 2 + i));
    }
    int total = 2 + octets + length;
    if (total > most) {
      throw new IOException("a DER certificate of " + total + " bytes, allowed are " + most);
    }
    return total;
  }
}
