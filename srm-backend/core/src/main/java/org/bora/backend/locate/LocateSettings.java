package org.bora.backend.locate;

import java.util.List;
import java.util.Locale;

/**
 * The names of the service.
 *
 * @param hosts host names in SURLs of this service (aliases, the name of a load balancer), compared
 *     without case; at least one
 */
public record LocateSettings(List<String> hosts) {

  public LocateSettings {
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException(
          "hosts: [] is not allowed: name at least one host of the service");
    }
    for (String host : hosts) {
      if (host.isBlank() || host.chars().anyMatch(c -> c <= ' ' || "/?#@".indexOf(c) >= 0)) {
        throw new IllegalArgumentException(
            "hosts: '" + host + "' is not allowed: a host name without port, as clients write it");
      }
    }
    hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList();
  }
}
