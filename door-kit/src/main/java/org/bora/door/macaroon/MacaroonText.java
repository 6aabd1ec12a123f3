package org.bora.door.macaroon;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.bora.door.token.TokenRefused;

/** Macaroons as text: the binary format 1 of libmacaroons in base64url (RFC 4648 section 5). */
final class MacaroonText {
  /** No header can be longer. */
  static final int LONGEST = 16 * 1024;

  private static final int LENGTH_DIGITS = 4;
  private static final int LONGEST_PACKET = 0xffff;

  private MacaroonText() {}

  static String write(Macaroon macaroon) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    packet(out, "location", utf8(macaroon.location()));
    packet(out, "identifier", utf8(macaroon.identifier()));
    macaroon.caveats().forEach(caveat -> packet(out, "cid", utf8(caveat)));
    packet(out, "signature", macaroon.signatureBytes());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void packet(ByteArrayOutputStream out, String key, byte[] value) {
    int length = LENGTH_DIGITS + key.length() + 1 + value.length + 1;
    if (length > LONGEST_PACKET) {
      throw new IllegalArgumentException("a part of a macaroon has at most 65535 bytes");
    }
    out.writeBytes(utf8(String.format("%04x", length)));
    out.writeBytes(utf8(key + " "));
    out.writeBytes(value);
    out.write('\n');
  }

  /**
   * Parses a text, also of format 2, to which some libraries convert a macaroon when they add
   * caveats.
   *
   * @throws TokenRefused if it is not a macaroon, or has third-party caveats
   */
  static Macaroon read(String text) throws TokenRefused {
    if (text.length() > LONGEST) {
      throw new TokenRefused("the token is longer than " + LONGEST + " characters");
    }
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text.replace('+', '-').replace('/', '_'));
    } catch (IllegalArgumentException e) {
      throw malformed();
    }
    if (bytes.length == 0) {
      throw malformed();
    }
    return bytes[0] == MacaroonFields.FORMAT
        ? MacaroonFields.read(ByteBuffer.wrap(bytes))
        : packets(ByteBuffer.wrap(bytes));
  }

  private static Macaroon packets(ByteBuffer in) throws TokenRefused {
    MacaroonReader parts = new MacaroonReader();
    while (in.hasRemaining()) {
      byte[] packet = packet(in);
      int blank = 0;
      while (blank < packet.length && packet[blank] != ' ') {
        blank++;
      }
      if (blank == packet.length || packet[packet.length - 1] != '\n') {
        throw malformed();
      }
      String key = new String(packet, 0, blank, StandardCharsets.ISO_8859_1);
      byte[] value = new byte[packet.length - blank - 2];
      System.arraycopy(packet, blank + 1, value, 0, value.length);
      switch (key) {
        case "location" -> parts.location(value);
        case "identifier" -> parts.identifier(value);
        case "cid" -> parts.caveat(value);
        case "signature" -> parts.signature(value);
        case "vid", "cl" -> throw thirdParty();
        default -> throw malformed();
      }
    }
    return parts.whole();
  }

  private static byte[] packet(ByteBuffer in) throws TokenRefused {
    int length = 0;
    for (int digit = 0; digit < LENGTH_DIGITS; digit++) {
      int value = in.hasRemaining() ? Character.digit(in.get(), 16) : -1;
      if (value < 0) {
        throw malformed();
      }
      length = length * 16 + value;
    }
    length -= LENGTH_DIGITS;
    if (length < 2 || length > in.remaining()) {
      throw malformed();
    }
    byte[] packet = new byte[length];
    in.get(packet);
    return packet;
  }

  static String text(byte[] value) throws TokenRefused {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
    } catch (CharacterCodingException e) {
      throw malformed();
    }
  }

  static TokenRefused malformed() {
    return new TokenRefused("the token is neither a signed JWT nor a macaroon");
  }

  static TokenRefused thirdParty() {
    return new TokenRefused("the macaroon has a caveat for a third party, which is not known here");
  }
}
