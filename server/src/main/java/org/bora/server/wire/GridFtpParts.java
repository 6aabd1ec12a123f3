package org.bora.server.wire;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bora.gridftp.control.ProbeSettings;
import org.bora.gridftp.gss.CredentialFiles;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.gridftp.watch.GridFtpServerSettings;
import org.bora.gridftp.watch.GridFtpServers;
import org.bora.gridftp.watch.ServerHealth;
import org.bora.gridftp.watch.ServerProbe;
import org.bora.gridftp.watch.ServerWatch;
import org.bora.server.config.CredentialSettings;
import org.bora.server.config.GridFtpSettings;

/** The watch over the GridFTP servers. */
final class GridFtpParts {
  private GridFtpParts() {}

  /** Why there are no TURLs; empty where a GridFTP server is healthy. */
  static Optional<String> trouble(GridFtpServers servers) {
    List<ServerHealth> health = servers.health();
    return health.stream().anyMatch(ServerHealth::healthy)
        ? Optional.empty()
        : Optional.of(
            "no GridFTP server is healthy"
                + health.stream()
                    .map(one -> "; " + one.server().name() + ": " + one.reason())
                    .collect(Collectors.joining()));
  }

  static GridFtpServers watch(
      GridFtpSettings settings,
      List<GridFtpEndpoint> servers,
      CredentialSettings credentials,
      Threads threads,
      Running running)
      throws StartFailure {
    if (servers.isEmpty()) {
      throw new StartFailure(
          "no GridFTP server is configured: name one under 'doors', or, all in one, let gridftp.run be true");
    }
    Clock clock = Clock.systemUTC();
    GridFtpServerSettings chosen =
        new GridFtpServerSettings(
            servers, settings.watch(), settings.sharing(), settings.settling());
    ServerProbe probe = running.add("server probe", probe(settings, credentials).open(clock));
    ServerWatch watch =
        new ServerWatch(
            chosen, probe, chosen.balancing(clock), clock, threads.timer(), threads.calls());
    running.add("server watch", watch).start();
    return watch;
  }

  private static ProbeSettings probe(GridFtpSettings settings, CredentialSettings credentials) {
    boolean login = settings.probe() == GridFtpSettings.Probe.LOGIN;
    return switch (settings.probe()) {
      case GREETING -> new ProbeSettings.GreetingOnly();
      case HANDSHAKE, LOGIN ->
          new ProbeSettings.Authenticated(
              new CredentialFiles.Host(credentials.certificate(), credentials.key()),
              new ServerTrustSettings(
                  credentials.trust(), false, ServerTrustSettings.defaults().reload()),
              login);
    };
  }

  /** Waits until a server is healthy; a site whose servers are all down still starts. */
  static boolean awaitOne(GridFtpServers servers, Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (servers.health().stream().noneMatch(ServerHealth::healthy)) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(20);
    }
    return true;
  }
}
