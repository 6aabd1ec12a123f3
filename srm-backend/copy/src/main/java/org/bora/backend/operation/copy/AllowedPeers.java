package org.bora.backend.operation.copy;

import java.util.List;
import java.util.Locale;
import org.bora.backend.authorise.HostRange;

/**
 * Which other servers the site copies with; its own GridFTP servers are not asked for here.
 *
 * @param hosts names in lower case; one that begins with {@code *.} is all names that end so
 * @param networks addresses, and networks of them; they alone can allow addresses of this machine,
 *     of its link and the like ({@link CopyPeers})
 */
public record AllowedPeers(List<String> hosts, List<HostRange> networks) {

  public AllowedPeers {
    hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList();
    networks = List.copyOf(networks);
  }

  /** All but those that a network alone can allow. */
  public static AllowedPeers others() {
    return new AllowedPeers(List.of(), List.of());
  }

  boolean isEveryName() {
    return hosts.isEmpty() && networks.isEmpty();
  }

  boolean names(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return hosts.stream()
        .anyMatch(
            allowed ->
                allowed.startsWith("*.")
                    ? name.endsWith(allowed.substring(1))
                    : name.equals(allowed));
  }

  boolean hold(byte[] address) {
    return networks.stream().anyMatch(network -> network.holds(address));
  }
}
