package org.bora.backend.authorise;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** The addresses that begin with the same bits: {@code 192.0.2.0/24}, or one address alone. */
public final class HostRange {

  private static final int BITS_PER_BYTE = 8;

  private final String text;
  private final byte[] address;
  private final int bits;

  private HostRange(String text, byte[] address, int bits) {
    this.text = text;
    this.address = address;
    this.bits = bits;
  }

  /**
   * Reads {@code ADDRESS} or {@code ADDRESS/BITS}, IPv4 or IPv6; without a name service.
   *
   * @throws IllegalArgumentException with the reason
   */
  public static HostRange parse(String text) {
    int slash = text.indexOf('/');
    byte[] address =
        address(slash < 0 ? text : text.substring(0, slash)).orElseThrow(() -> wrong(text));
    int most = address.length * BITS_PER_BYTE;
    int bits = slash < 0 ? most : bits(text, text.substring(slash + 1), most);
    for (int bit = bits; bit < most; bit++) {
      if ((address[bit / BITS_PER_BYTE] & bitInByte(bit)) != 0) {
        throw new IllegalArgumentException(
            "'" + text + "': bits beyond the first " + bits + " must be zero");
      }
    }
    return new HostRange(text, address, bits);
  }

  private static int bits(String text, String number, int most) {
    if (!number.matches("[0-9]{1,3}") || Integer.parseInt(number) > most) {
      throw wrong(text);
    }
    return Integer.parseInt(number);
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is not an address: 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32");
  }

  /** The bytes of an address; four for IPv4, even if it is written as an IPv6 address. */
  static Optional<byte[]> address(String text) {
    if (text.isEmpty() || "[".indexOf(text.charAt(0)) >= 0) {
      return Optional.empty();
    }
    int scope = text.indexOf('%');
    try {
      return Optional.of(
          InetAddress.ofLiteral(scope < 0 ? text : text.substring(0, scope)).getAddress());
    } catch (IllegalArgumentException notAnAddress) {
      return Optional.empty();
    }
  }

  /** Whether an address, of four or sixteen bytes, lies in it. */
  public boolean holds(byte[] candidate) {
    if (candidate.length != address.length) {
      return false;
    }
    int whole = bits / BITS_PER_BYTE;
    if (!Arrays.equals(candidate, 0, whole, address, 0, whole)) {
      return false;
    }
    for (int bit = whole * BITS_PER_BYTE; bit < bits; bit++) {
      if (((candidate[whole] ^ address[whole]) & bitInByte(bit)) != 0) {
        return false;
      }
    }
    return true;
  }

  private static int bitInByte(int bit) {
    return 0x80 >> bit % BITS_PER_BYTE;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HostRange range && range.text.equals(text);
  }

  @Override
  public int hashCode() {
    return Objects.hash(text);
  }

  @Override
  public String toString() {
    return text;
  }
}
