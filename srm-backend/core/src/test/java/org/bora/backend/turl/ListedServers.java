package org.bora.backend.turl;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.gridftp.watch.GridFtpServers;
import org.bora.gridftp.watch.ServerHealth;

/** GridFtpServers in the state a test gives them; the first healthy one is chosen. */
public record ListedServers(List<ServerHealth> health) implements GridFtpServers {

  public static final Instant SINCE = Instant.parse("2026-11-20T12:00:00Z");

  public static ListedServers healthy(GridFtpEndpoint... servers) {
    return new ListedServers(
        List.of(servers).stream()
            .map(server -> new ServerHealth(server, true, SINCE, ""))
            .toList());
  }

  public static ListedServers sick(GridFtpEndpoint... servers) {
    return new ListedServers(
        List.of(servers).stream()
            .map(server -> new ServerHealth(server, false, SINCE, "down"))
            .toList());
  }

  @Override
  public Optional<GridFtpEndpoint> choose(String protocol) {
    return health.stream()
        .filter(server -> server.healthy() && server.server().protocol().equals(protocol))
        .map(ServerHealth::server)
        .findFirst();
  }

  @Override
  public List<String> protocols() {
    return health.stream().map(server -> server.server().protocol()).distinct().toList();
  }
}
