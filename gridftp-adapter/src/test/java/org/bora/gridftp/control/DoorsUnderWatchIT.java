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
import org.bora.gridftp.door.Door;
import org.bora.gridftp.door.DoorHealth;
import org.bora.gridftp.door.DoorProbe;
import org.bora.gridftp.door.DoorWatch;
import org.bora.gridftp.door.GridFtpServerSettings;
import org.bora.gridftp.door.WatchSettings;
import org.bora.gridftp.gss.CredentialFiles;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.bora.gridftp.server.GridFtpServer;
import org.bora.gridftp.server.RudeServer;
import org.bora.gridftp.server.ThrowawayGrid;
import org.bora.gridftp.testing.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The watch with real time, real threads and a real GridFTP server. */
class DoorsUnderWatchIT {

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
  void aDoorThatIsKilledGetsNothingAndComesBackWhenItIsStartedAgain() throws IOException {
    try (GridFtpServer server = GridFtpServer.start(grid, directory);
        DoorProbe probe = authenticated(grid.proxy("alice"), true);
        DoorWatch watch = watch(GENTLE, probe, door("a", server.port()))) {
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
        DoorProbe lenient = authenticated(grid.host(), false);
        DoorProbe strict = authenticated(grid.host(), true);
        DoorWatch first = watch(GENTLE, lenient, door("a", server.port()));
        DoorWatch second = watch(GENTLE, strict, door("a", server.port()))) {
      first.start();
      second.start();
      Await.until(
          "checked", () -> first.choose("gsiftp").isPresent() && !reason(second, "a").isEmpty());
      Await.until("refused", () -> reason(second, "a").contains("to no local user"));
      assertEquals(Optional.empty(), second.choose("gsiftp"));
    }
  }

  @Test
  void anExpiredCredentialOfOursClosesNoDoor() throws IOException {
    try (GridFtpServer server = GridFtpServer.start(grid, directory);
        DoorProbe probe = authenticated(grid.proxy("alice-expired"), true);
        DoorWatch watch = watch(GENTLE, probe, door("a", server.port()))) {
      watch.start();
      Await.until("up", () -> watch.choose("gsiftp").isPresent());
    }
  }

  @Test
  void aServerThatIsNotWhoItShouldBeGetsNothing() throws IOException {
    try (GridFtpServer server = GridFtpServer.start(grid, directory, "host/voms");
        DoorProbe probe = authenticated(grid.proxy("alice"), false);
        DoorWatch watch = watch(GENTLE, probe, door("a", server.port()))) {
      watch.start();
      Await.until("checked", () -> reason(watch, "a").contains("does not name the host localhost"));
      assertEquals(Optional.empty(), watch.choose("gsiftp"));
    }
  }

  @Test
  void aHungDoorIsClosedWithoutHoldingThreadsOrItsNeighbour() throws IOException {
    try (RudeServer hung = RudeServer.silent();
        RudeServer greeting = RudeServer.silentAfterGreeting();
        DoorProbe probe = new ProbeSettings.GreetingOnly().open(Clock.systemUTC());
        DoorWatch watch =
            watch(OFTEN, probe, door("hung", hung.port()), door("fine", greeting.port()))) {
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

  private DoorWatch watch(WatchSettings settings, DoorProbe probe, Door... doors) {
    GridFtpServerSettings all =
        new GridFtpServerSettings(
            List.of(doors),
            settings,
            GridFtpServerSettings.Sharing.ROUND_ROBIN,
            Duration.ofMinutes(1));
    Clock clock = Clock.systemUTC();
    return new DoorWatch(all, probe, all.balancing(clock), clock, timer, this::execute);
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

  private static DoorProbe authenticated(CredentialFiles credential, boolean loginRequired) {
    ServerTrustSettings trust = new ServerTrustSettings(grid.trust(), true, Duration.ofMinutes(1));
    return new ProbeSettings.Authenticated(credential, trust, loginRequired)
        .open(Clock.systemUTC());
  }

  private static Door door(String name, int port) {
    return new Door(name, "localhost", port, "");
  }

  private static String reason(DoorWatch watch, String name) {
    return watch.health().stream()
        .filter(h -> h.door().name().equals(name))
        .map(DoorHealth::reason)
        .findFirst()
        .orElseThrow();
  }
}
