package org.bora.door.gsi.door;

import java.net.InetAddress;
import java.util.Objects;

/**
 * Addresses that begin with the same bits, such as {@code 192.0.2.0/24} or {@code 2001:db8::/32}.
 *
 * @param network an address of the range; its other bits do not count
 * @param prefix how many bits are the same, 0 to 32 or 128
 */
public record AddressRange(InetAddress network, int prefix) {

  public AddressRange {
    Objects.requireNonNull(network, "network");
    int bits = network.getAddress().length * Byte.SIZE;
    if (prefix < 0 || prefix > bits) {
      throw new IllegalArgumentException("prefix is " + prefix + ", allowed are 0 to " + bits);
    }
  }

  /**
   * Reads an address, which stands for itself alone, or a range.
   *
   * @throws IllegalArgumentException when it is neither; names of machines are not looked up
   */
  public static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    InetAddress network = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
    int all = network.getAddress().length * Byte.SIZE;
    return new AddressRange(network, slash < 0 ? all : Integer.parseInt(text.substring(slash + 1)));
  }

  /** Whether an address lies in it; one of the other family never does. */
  public boolean contains(InetAddress address) {
    byte[] mine = network.getAddress();
    byte[] its = address.getAddress();
    if (mine.length != its.length) {
      return false;
    }
    int whole = prefix / Byte.SIZE;
    for (int i = 0; i < whole; i++) {
      if (mine[i] != its[i]) {
        return false;
      }
    }
    int rest = Byte.SIZE - prefix % Byte.SIZE;
    return rest == Byte.SIZE || (mine[whole] ^ its[whole]) >> rest == 0;
  }

  @Override
  public String toString() {
    return network.getHostAddress() + "/" + prefix;
  }
}
