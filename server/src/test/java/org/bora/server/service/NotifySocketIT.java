package org.bora.server.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bora.storage.linux.ListeningSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotifySocketIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PID = 4711;

  @TempDir private Path directory;

  private String path() {
    return directory.resolve("notify").toString();
  }

  @Test
  void readinessAndTheEndAreToldOneByOne() throws Exception {
    try (ListeningSocket socket = new ListeningSocket(path())) {
      NotifySocket manager = NotifySocket.of(Map.of("NOTIFY_SOCKET", path()), PID);
      manager.doing("waiting for the database");
      manager.ready("se.example.org:8444");
      manager.stopping();
      assertEquals(Optional.of("STATUS=waiting for the database"), socket.next(PATIENCE));
      assertEquals(
          Optional.of("READY=1\nSTATUS=serving at se.example.org:8444"), socket.next(PATIENCE));
      assertEquals(Optional.of("STOPPING=1\nSTATUS=stopping"), socket.next(PATIENCE));
    }
  }

  @Test
  void aStatusCanSayNothingElse() throws Exception {
    try (ListeningSocket socket = new ListeningSocket(path())) {
      NotifySocket manager = NotifySocket.of(Map.of("NOTIFY_SOCKET", path()), PID);
      manager.doing("no area\nREADY=1\n" + "x".repeat(1000));
      String told = socket.next(PATIENCE).orElseThrow();
      assertEquals(
          List.of("STATUS=no area READY=1 " + "x".repeat(300 - 16)), told.lines().toList());
    }
  }

  @Test
  void whereNobodyWaitsNothingIsSaidAndNothingFails() {
    for (Map<String, String> environment :
        List.of(
            Map.<String, String>of(),
            Map.of("NOTIFY_SOCKET", ""),
            Map.of("NOTIFY_SOCKET", "vsock:2:1234"),
            Map.of("NOTIFY_SOCKET", directory.resolve("nobody").toString()))) {
      NotifySocket manager = NotifySocket.of(environment, PID);
      manager.ready("here");
      manager.stopping();
    }
  }

  @Test
  void theWatchdogIsOurOwnOrNone() {
    assertEquals(Optional.of(Duration.ofSeconds(30)), watchdog("30000000", "4711"));
    assertEquals(Optional.of(Duration.ofSeconds(30)), watchdog("30000000", null));
    assertEquals(Optional.empty(), watchdog("30000000", "1"));
    assertEquals(Optional.empty(), watchdog("0", null));
    assertEquals(Optional.empty(), watchdog("soon", null));
    assertEquals(Optional.empty(), watchdog("" + Long.MAX_VALUE, null));
    assertEquals(
        Optional.empty(),
        NotifySocket.of(Map.of("WATCHDOG_USEC", "30000000"), PID).watchdog(),
        "nobody to tell");
  }

  private Optional<Duration> watchdog(String micros, String pid) {
    Map<String, String> environment =
        pid == null
            ? Map.of("NOTIFY_SOCKET", path(), "WATCHDOG_USEC", micros)
            : Map.of("NOTIFY_SOCKET", path(), "WATCHDOG_USEC", micros, "WATCHDOG_PID", pid);
    return NotifySocket.of(environment, PID).watchdog();
  }

  @Test
  void theHeartBeatsAsLongAsThreadsComeToRun() throws Exception {
    String name = "@bora-" + UUID.randomUUID();
    BlockingQueue<Runnable> held = new LinkedBlockingQueue<>();
    try (ListeningSocket socket = new ListeningSocket(name)) {
      NotifySocket manager =
          NotifySocket.of(Map.of("NOTIFY_SOCKET", name, "WATCHDOG_USEC", "20000"), PID);
      // the third thread never comes to run
      var probes = Thread.ofVirtual().factory();
      List<Thread> made = new CopyOnWriteArrayList<>();
      try (ServiceWatchdog _ =
          ServiceWatchdog.start(
              manager,
              task -> {
                Thread thread =
                    made.size() == 2
                        ? probes.newThread(() -> held.add(task))
                        : probes.newThread(task);
                made.add(thread);
                return thread;
              })) {
        assertEquals(Optional.of("WATCHDOG=1"), socket.next(PATIENCE));
        assertEquals(Optional.of("WATCHDOG=1"), socket.next(PATIENCE));
        assertEquals(Optional.empty(), socket.next(Duration.ofMillis(200)));
        Objects.requireNonNull(held.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).run();
        assertEquals(Optional.of("WATCHDOG=1"), socket.next(PATIENCE));
      }
      assertTrue(made.size() >= 3);
    }
  }

  @Test
  void withoutAWatchdogNoHeartBeats() {
    ServiceWatchdog.start(
            NotifySocket.of(Map.of("NOTIFY_SOCKET", path()), PID),
            task -> {
              throw new AssertionError("a thread nobody asked for");
            })
        .close();
  }
}
