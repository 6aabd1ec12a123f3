package org.bora.backend.operation.copy;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bora.backend.authorise.HostRange;
import org.bora.gridftp.control.AddressRule;

/**
 * Decides where a copy may connect to. Clients choose hosts and ports, and so do other SRMs with
 * their transfer URLs. Without a rule, any user could make the backends connect to every port that
 * they can reach, including those of their own machine. Thread safe.
 */
public final class CopyPeers implements AddressRule {
  private static final int IPV4_BYTES = 4;

  /** NAT64 (RFC 6052 section 2.1): the last four bytes are an IPv4 address. */
  private static final HostRange NAT64 = HostRange.parse("64:ff9b::/96");

  /**
   * Networks that lead somewhere else than they seem to, or into the site alone: private addresses
   * (RFC 1918), those between a provider and its customers (RFC 6598) and of no network (RFC 1122
   * section 3.2.1.3), NAT64 by a prefix of the site's own (RFC 8215), Teredo (RFC 4380), 6to4 (RFC
   * 3056), unique local addresses (RFC 4193) and their forerunner.
   */
  private static final List<HostRange> INSIDE =
      Stream.of(
              "10.0.0.0/8",
              "172.16.0.0/12",
              "192.168.0.0/16",
              "100.64.0.0/10",
              "0.0.0.0/8",
              "64:ff9b:1::/48",
              "2001::/32",
              "2002::/16",
              "fc00::/7",
              "fec0::/10")
          .map(HostRange::parse)
          .toList();

  private final AllowedPeers allowed;
  private final OwnDoors doors;
  private final Predicate<InetAddress> own;

  /** The GridFTP servers of the site itself. */
  @FunctionalInterface
  interface OwnDoors {
    boolean have(String host, int port);
  }

  /** For copies by other protocols than GridFTP, whose servers the site does not list. */
  public CopyPeers(AllowedPeers allowed) {
    this(allowed, (_, _) -> false);
  }

  /** For the addresses that this machine has now. */
  CopyPeers(AllowedPeers allowed, OwnDoors doors) {
    this(allowed, doors, CopyPeers::isOfThisMachine);
  }

  /**
   * @param own whether an address is one of this machine
   */
  CopyPeers(AllowedPeers allowed, OwnDoors doors, Predicate<InetAddress> own) {
    this.allowed = Objects.requireNonNull(allowed, "allowed");
    this.doors = Objects.requireNonNull(doors, "doors");
    this.own = Objects.requireNonNull(own, "own");
  }

  /** Asked each time: interfaces come and go. */
  private static boolean isOfThisMachine(InetAddress address) {
    try {
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException unknown) {
      return true;
    }
  }

  @Override
  public boolean permits(String host, int port, InetAddress address) {
    if (doors.have(host, port) || allowed.hold(address.getAddress())) {
      return true;
    }
    return !isInside(address) && (allowed.isEveryName() || allowed.names(host));
  }

  /**
   * Whether an address leads to this machine, to its own link or site, or to a place that cannot be
   * checked.
   */
  private boolean isInside(InetAddress address) {
    return address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isAnyLocalAddress()
        || address.isMulticastAddress()
        || own.test(address)
        || INSIDE.stream().anyMatch(network -> network.holds(address.getAddress()))
        || within(address).filter(this::isInside).isPresent();
  }

  /** The IPv4 address that an IPv6 address leads to, where it does. */
  private static Optional<Inet4Address> within(InetAddress address) {
    if (!(address instanceof Inet6Address six)) {
      return Optional.empty();
    }
    byte[] bytes = six.getAddress();
    return six.isIPv4CompatibleAddress() || NAT64.holds(bytes)
        ? Optional.of(
            Inet4Address.ofPosixLiteral(
                text(Arrays.copyOfRange(bytes, bytes.length - IPV4_BYTES, bytes.length))))
        : Optional.empty();
  }

  private static String text(byte[] four) {
    return "%d.%d.%d.%d".formatted(four[0] & 0xff, four[1] & 0xff, four[2] & 0xff, four[3] & 0xff);
  }
}
