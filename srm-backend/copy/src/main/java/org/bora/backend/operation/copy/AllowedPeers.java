package org.bora.backend.operation.copy;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.bora.backend.authorise.HostRange;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The other servers with which the site copies; its own GridFTP servers are not checked here.
 *
 * @param allow the servers; empty for every name that {@link CopyPeers} allows
 */
public record AllowedPeers(@Key List<Peer> allow) implements Keys {

  /** A name has a letter in its last part; otherwise it is an address. */
  private static final Pattern NAME =
      Pattern.compile("(\\*\\.)?([A-Za-z0-9-]+\\.)*[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*");

  /** Names of servers, or their addresses. */
  public sealed interface Peer {

    /**
     * What is written.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static Peer parse(String text) {
      return NAME.matcher(text).matches()
          ? new Host(text.toLowerCase(Locale.ROOT))
          : new Network(HostRange.parse(text));
    }
  }

  /**
   * A name in lower case; one that begins with {@code *.} stands for all names with this ending.
   */
  public record Host(String name) implements Peer {}

  /**
   * An address or a network. Only these can allow local addresses, such as those of this machine or
   * its link ({@link CopyPeers}).
   */
  public record Network(HostRange range) implements Peer {}

  public AllowedPeers {
    allow = List.copyOf(allow);
  }

  /** All addresses except those that only a network can allow. */
  public static AllowedPeers others() {
    return new AllowedPeers(List.of());
  }

  boolean isEveryName() {
    return allow.isEmpty();
  }

  boolean names(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return allow.stream().anyMatch(peer -> peer instanceof Host(String own) && names(own, name));
  }

  private static boolean names(String allowed, String name) {
    return allowed.startsWith("*.") ? name.endsWith(allowed.substring(1)) : name.equals(allowed);
  }

  boolean hold(byte[] address) {
    return allow.stream()
        .anyMatch(peer -> peer instanceof Network(HostRange range) && range.holds(address));
  }
}
