package org.bora.server.wire;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bora.gridftp.control.ProbeSettings;
import org.bora.gridftp.door.Door;
import org.bora.gridftp.door.DoorHealth;
import org.bora.gridftp.door.DoorProbe;
import org.bora.gridftp.door.DoorWatch;
import org.bora.gridftp.door.Doors;
import org.bora.gridftp.door.GridFtpServerSettings;
import org.bora.gridftp.gss.CredentialFiles;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.bora.server.config.CredentialSettings;
import org.bora.server.config.DoorsSettings;

/** The watch over the GridFTP servers. */
final class DoorParts {
  private DoorParts() {}

  /** Why there are no TURLs; empty where a GridFTP server is healthy. */
  static Optional<String> trouble(Doors doors) {
    List<DoorHealth> health = doors.health();
    return health.stream().anyMatch(DoorHealth::healthy)
        ? Optional.empty()
        : Optional.of(
            "no GridFTP server is healthy"
                + health.stream()
                    .map(one -> "; " + one.door().name() + ": " + one.reason())
                    .collect(Collectors.joining()));
  }

  static Doors watch(
      DoorsSettings settings,
      List<Door> doors,
      CredentialSettings credentials,
      Threads threads,
      Running running)
      throws StartFailure {
    if (doors.isEmpty()) {
      throw new StartFailure(
          "no GridFTP server is configured: name one under 'doors', or, all in one, let gridftp.run be true");
    }
    Clock clock = Clock.systemUTC();
    GridFtpServerSettings chosen =
        new GridFtpServerSettings(doors, settings.watch(), settings.sharing(), settings.settling());
    DoorProbe probe = running.add("door probe", probe(settings, credentials).open(clock));
    DoorWatch watch =
        new DoorWatch(
            chosen, probe, chosen.balancing(clock), clock, threads.timer(), threads.calls());
    running.add("door watch", watch).start();
    return watch;
  }

  private static ProbeSettings probe(DoorsSettings settings, CredentialSettings credentials) {
    boolean login = settings.probe() == DoorsSettings.Probe.LOGIN;
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

  /** Waits until a door is healthy; a site whose doors are all down still starts. */
  static boolean awaitOne(Doors doors, Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (doors.health().stream().noneMatch(DoorHealth::healthy)) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(20);
    }
    return true;
  }
}
