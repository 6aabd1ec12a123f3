package org.bora.backend.operation.copy;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.bora.gridftp.control.AddressRule;

/**
 * Where a copy may connect to. Clients choose hosts and ports, and so do the other SRMs that answer
 * with transfer URLs: without a rule any user could have the backends knock at every port that they
 * can reach, those of their own machine among them. Thread safe.
 */
final class CopyPeers implements AddressRule {
  private static final int IPV4_BYTES = 4;

  /** NAT64 (RFC 6052 section 2.1): the last four bytes are an IPv4 address. */
  private static final byte[] NAT64 = {0, 0x64, (byte) 0xff, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};

  private final AllowedPeers allowed;
  private final OwnDoors doors;

  /** The GridFTP servers of the site itself. */
  @FunctionalInterface
  interface OwnDoors {
    boolean have(String host, int port);
  }

  CopyPeers(AllowedPeers allowed, OwnDoors doors) {
    this.allowed = Objects.requireNonNull(allowed, "allowed");
    this.doors = Objects.requireNonNull(doors, "doors");
  }

  @Override
  public boolean permits(String host, int port, InetAddress address) {
    if (doors.have(host, port) || allowed.hold(address.getAddress())) {
      return true;
    }
    return !isInside(address) && (allowed.isEveryName() || allowed.names(host));
  }

  /** Whether an address leads to this machine, or to its own link. */
  private static boolean isInside(InetAddress address) {
    return address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isAnyLocalAddress()
        || address.isMulticastAddress()
        || within(address).filter(CopyPeers::isInside).isPresent();
  }

  /** The IPv4 address that an IPv6 address leads to, where it does. */
  private static Optional<Inet4Address> within(InetAddress address) {
    if (!(address instanceof Inet6Address six)) {
      return Optional.empty();
    }
    byte[] bytes = six.getAddress();
    boolean leads =
        six.isIPv4CompatibleAddress()
            || Arrays.equals(bytes, 0, NAT64.length, NAT64, 0, NAT64.length);
    return leads
        ? Optional.of(
            Inet4Address.ofPosixLiteral(
                text(Arrays.copyOfRange(bytes, bytes.length - IPV4_BYTES, bytes.length))))
        : Optional.empty();
  }

  private static String text(byte[] four) {
    return "%d.%d.%d.%d".formatted(four[0] & 0xff, four[1] & 0xff, four[2] & 0xff, four[3] & 0xff);
  }
}
