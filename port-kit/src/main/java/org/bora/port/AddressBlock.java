package org.bora.port;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The unit that counts as one address: an IPv4 address, or the 64 leading bits of an IPv6 address,
 * because a machine may use any of the other bits (RFC 4291 section 2.5.4).
 */
public record AddressBlock(long bits, boolean version6) {

  /** The block of an address. */
  public static AddressBlock of(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return bytes.remaining() == Integer.BYTES
        ? new AddressBlock(Integer.toUnsignedLong(bytes.getInt()), false)
        : new AddressBlock(bytes.getLong(), true);
  }

  /** The same of an address that is written down, as URLs have it or without brackets. */
  public static Optional<AddressBlock> of(String text) {
    int zone = text.indexOf('%'); // of a link-local address: which interface it came by
    String address = (zone < 0 ? text : text.substring(0, zone)).replaceAll("[\\[\\]]", "");
    try {
      return Optional.of(of(InetAddress.ofLiteral(address)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
