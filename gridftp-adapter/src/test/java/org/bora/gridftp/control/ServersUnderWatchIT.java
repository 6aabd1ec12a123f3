package org.bora.gridftp.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.gridftp.gss.CredentialFiles;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.bora.gridftp.server.GridFtpServer;
import org.bora.gridftp.server.RudeServer;
import org.bora.gridftp.server.ThrowawayGrid;
import org.bora.gridftp.testing.Await;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.gridftp.watch.GridFtpServerSettings;
import org.bora.gridftp.watch.ServerHealth;
import org.bora.gridftp.watch.ServerProbe;
import org.bora.gridftp.watch.ServerWatch;
import org.bora.gridftp.watch.WatchSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The watch with real time, real threads and a real GridFTP server. */
class ServersUnderWatchIT {

  private static final WatchSettings OFTEN =
      new WatchSettings(Duration.ofMillis(500), Duration.ofMillis(500), 2, 2);
  private static final WatchSettings GENTLE =
      new WatchSettings(Duration.ofSeconds(3), Duration.ofSeconds(3), 1, 1);

  private static ThrowawayGrid grid;

  @TempDir Path directory;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger running = new AtomicInteger();

  @BeforeAll
  static void certificates() throws IOException, InterruptedException {
    grid = ThrowawayGrid.open();
  }

  @AfterEach
  void endThreads() {
    timer.shutdownNow();
    threads.shutdownNow();
  }

  @Test
  void aServerThatIsKilledGetsNothingAndComesBackWhenItIsStartedAgain() throws IOException {
    try (GridFtpServer server = GridFtpServer.start(grid, directory);
        ServerProbe probe = authenticated(grid.proxy("alice"), true);
        ServerWatch watch = watch(GENTLE, probe, server("a", server.port()))) {
      watch.start();
      Await.until("up", () -> watch.choose("gsiftp").isPresent());
      server.kill();
      Await.until("down", () -> watch.choose("gsiftp").isEmpty());
      assertEquals("connecting: Connection refused", reason(watch, "a"));
      server.start();
      Await.until("up again", () -> watch.choose("gsiftp").isPresent());
    }
  }

  @Test
  void aHostCertificateThatMapsToNobodyIsEnoughUnlessALoginIsRequired() throws IOException {
    try (GridFtpServer server = GridFtpServer.start(grid, directory);
        ServerProbe lenient = authenticated(grid.host(), false);
        ServerProbe strict = authenticated(grid.host(), true);
        ServerWatch first = watch(GENTLE, lenient, server("a", server.port()));
        ServerWatch second = watch(GENTLE, strict, server("a", server.port()))) {
      first.start();
      second.start();
      Await.until(
          "checked", () -> first.choose("gsiftp").isPresent() && !reason(second, "a").isEmpty());
      Await.until("refused", () -> reason(second, "a").contains("to no local user"));
      assertEquals(Optional.empty(), second.choose("gsiftp"));
    }
  }

  @Test
  void aHostCertificateOnAnEllipticCurveIsShownLikeAnother()
      throws IOException, InterruptedException {
    try (GridFtpServer server = GridFtpServer.start(grid, directory);
        ServerProbe probe = authenticated(grid.ellipticHost(directory), true);
        ServerWatch watch = watch(GENTLE, probe, server("a", server.port()))) {
      watch.start();
      // the server has seen the certificate: it knows no account for it
      Await.until("refused", () -> reason(watch, "a").contains("to no local user"));
    }
  }

  @Test
  void anExpiredCredentialOfOursClosesNoServer() throws IOException {
    try (GridFtpServer server = GridFtpServer.start(grid, directory);
        ServerProbe probe = authenticated(grid.proxy("alice-expired"), true);
        ServerWatch watch = watch(GENTLE, probe, server("a", server.port()))) {
      watch.start();
      Await.until("up", () -> watch.choose("gsiftp").isPresent());
    }
  }

  @Test
  void aServerThatIsNotWhoItShouldBeGetsNothing() throws IOException {
    try (GridFtpServer server = GridFtpServer.start(grid, directory, "host/voms");
        ServerProbe probe = authenticated(grid.proxy("alice"), false);
        ServerWatch watch = watch(GENTLE, probe, server("a", server.port()))) {
      watch.start();
      Await.until("checked", () -> reason(watch, "a").contains("does not name the host localhost"));
      assertEquals(Optional.empty(), watch.choose("gsiftp"));
    }
  }

  @Test
  void aHungServerIsClosedWithoutHoldingThreadsOrItsNeighbour() throws IOException {
    try (RudeServer hung = RudeServer.silent();
        RudeServer greeting = RudeServer.silentAfterGreeting();
        ServerProbe probe = new ProbeSettings.GreetingOnly().open(Clock.systemUTC());
        ServerWatch watch =
            watch(OFTEN, probe, server("hung", hung.port()), server("fine", greeting.port()))) {
      watch.start();
      Await.until(
          "hung is known",
          () -> reason(watch, "hung").equals("connecting: no answer within 0.5 s"));
      Await.until("fine is up", () -> watch.choose("gsiftp").isPresent());
      assertEquals("fine", watch.choose("gsiftp").orElseThrow().name());
      long until = System.nanoTime() + OFTEN.interval().multipliedBy(6).toNanos();
      Await.until("six more checks", () -> System.nanoTime() > until);
      assertTrue(hung.connections() <= 1, "connections pile up: " + hung.connections());
      assertTrue(running.get() <= 2, "checks pile up: " + running.get());
    }
    Await.until("every check has come back", () -> running.get() == 0);
  }

  private ServerWatch watch(WatchSettings settings, ServerProbe probe, GridFtpEndpoint... servers) {
    GridFtpServerSettings all =
        new GridFtpServerSettings(
            List.of(servers),
            settings,
            GridFtpServerSettings.Sharing.ROUND_ROBIN,
            Duration.ofMinutes(1));
    Clock clock = Clock.systemUTC();
    return new ServerWatch(all, probe, all.balancing(clock), clock, timer, this::execute);
  }

  private void execute(Runnable check) {
    running.incrementAndGet();
    threads.execute(
        () -> {
          try {
            check.run();
          } finally {
            running.decrementAndGet();
          }
        });
  }

  private static ServerProbe authenticated(CredentialFiles credential, boolean loginRequired) {
    ServerTrustSettings trust = new ServerTrustSettings(grid.trust(), true, Duration.ofMinutes(1));
    return new ProbeSettings.Authenticated(credential, trust, loginRequired)
        .open(Clock.systemUTC());
  }

  private static GridFtpEndpoint server(String name, int port) {
    return new GridFtpEndpoint(name, "localhost", port, "");
  }

  private static String reason(ServerWatch watch, String name) {
    return watch.health().stream()
        .filter(h -> h.server().name().equals(name))
        .map(ServerHealth::reason)
        .findFirst()
        .orElseThrow();
  }
}
