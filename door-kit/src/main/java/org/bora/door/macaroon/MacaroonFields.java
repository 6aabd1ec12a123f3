package org.bora.door.macaroon;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.bora.door.token.TokenRefused;

/** The binary format 2 of libmacaroons: sections of fields, each with a type and a length. */
final class MacaroonFields {
  /** The first byte of a macaroon in this format. */
  static final byte FORMAT = 2;

  private static final int END = 0;
  private static final int LOCATION = 1;
  private static final int IDENTIFIER = 2;
  private static final int VERIFICATION = 4;
  private static final int SIGNATURE = 6;

  private static final int LONGEST_NUMBER_BITS = 28;

  private MacaroonFields() {}

  static Macaroon read(ByteBuffer in) throws TokenRefused {
    MacaroonReader parts = new MacaroonReader();
    try {
      in.get(); // the format
      head(in, parts);
      int type = number(in);
      while (type != END) {
        caveat(in, parts, type);
        type = number(in);
      }
      if (number(in) != SIGNATURE) {
        throw MacaroonText.malformed();
      }
      parts.signature(value(in));
    } catch (BufferUnderflowException e) {
      throw MacaroonText.malformed();
    }
    if (in.hasRemaining()) {
      throw MacaroonText.malformed();
    }
    return parts.whole();
  }

  private static void head(ByteBuffer in, MacaroonReader parts) throws TokenRefused {
    int type = number(in);
    if (type == LOCATION) {
      parts.location(value(in));
      type = number(in);
    }
    if (type != IDENTIFIER) {
      throw MacaroonText.malformed();
    }
    parts.identifier(value(in));
    if (number(in) != END) {
      throw MacaroonText.malformed();
    }
  }

  private static void caveat(ByteBuffer in, MacaroonReader parts, int first) throws TokenRefused {
    if (first == LOCATION) {
      throw MacaroonText.thirdParty();
    }
    if (first != IDENTIFIER) {
      throw MacaroonText.malformed();
    }
    parts.caveat(value(in));
    int type = number(in);
    if (type == VERIFICATION) {
      throw MacaroonText.thirdParty();
    }
    if (type != END) {
      throw MacaroonText.malformed();
    }
  }

  private static byte[] value(ByteBuffer in) throws TokenRefused {
    int length = number(in);
    if (length > in.remaining()) {
      throw MacaroonText.malformed();
    }
    byte[] value = new byte[length];
    in.get(value);
    return value;
  }

  /** Seven bits in each byte, the lowest ones first. */
  private static int number(ByteBuffer in) throws TokenRefused {
    int number = 0;
    for (int shift = 0; shift < LONGEST_NUMBER_BITS; shift += 7) {
      byte next = in.get();
      number |= (next & 0x7f) << shift;
      if (next >= 0) {
        return number;
      }
    }
    throw MacaroonText.malformed();
  }
}
