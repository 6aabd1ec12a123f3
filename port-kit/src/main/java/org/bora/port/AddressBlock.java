package org.bora.port;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * What counts as one address: an IPv4 address, or the 64 leading bits of an IPv6 address, of whose
 * other bits a machine may have as many as it likes (RFC 4291 section 2.5.4).
 */
public record AddressBlock(long bits, boolean version6) {

  /** The one that an address belongs to. */
  public static AddressBlock of(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return bytes.remaining() == Integer.BYTES
        ? new AddressBlock(Integer.toUnsignedLong(bytes.getInt()), false)
        : new AddressBlock(bytes.getLong(), true);
  }
}
