package org.bora.server.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.bora.storage.linux.ListeningSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service manager hears of a migration; the beats are given by hand, the time is set. */
class LongStartIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration NONE = Duration.ZERO;
  private static final Duration STATEMENT = Duration.ofMinutes(10);
  private static final String ASKED = "EXTEND_TIMEOUT_USEC=120000000\nSTATUS=";

  @TempDir private Path directory;
  private final AtomicLong time = new AtomicLong(Long.MAX_VALUE - 5); // nanoTime may overflow
  private ListeningSocket socket;
  private NotifySocket manager;

  @BeforeEach
  void listen() {
    String path = directory.resolve("notify").toString();
    socket = new ListeningSocket(path);
    manager = NotifySocket.of(Map.of("NOTIFY_SOCKET", path), 4711);
  }

  @AfterEach
  void close() throws Exception {
    socket.close();
  }

  private LongStart start() {
    return new LongStart(manager, "looking", STATEMENT, time::get);
  }

  private void pass(Duration some) {
    time.addAndGet(some.toNanos());
  }

  private void hears(String status) {
    assertEquals(Optional.of(ASKED + status), socket.next(PATIENCE));
  }

  private void hearsNothing() {
    assertEquals(Optional.empty(), socket.next(NONE));
  }

  @Test
  void theRestOfTheStartHasItsTimeFromTheGoodEndOn() {
    try (LongStart start = start()) {
      start.step("version 7");
      hears("version 7");
      start.done("up to date");
      hears("up to date");
      start.beat();
      start.done("up to date");
    }
    hearsNothing();
  }

  @Test
  void whatAskedForNothingSaysNothingAtItsEnd() {
    try (LongStart start = start()) {
      start.done("up to date");
    }
    hearsNothing();
  }

  @Test
  void aStepIsSpokenForAsLongAsOneMayTakeAndNoLonger() {
    try (LongStart start = start()) {
      hearsNothing();
      start.step("version 7");
      hears("version 7");
      pass(STATEMENT);
      start.beat();
      hears("version 7 (for 10 min)");
      pass(Duration.ofNanos(1));
      start.beat();
      hearsNothing();
      pass(LongStart.AHEAD);
      start.beat();
      hearsNothing();
    }
  }

  @Test
  void stepsThatFollowOneAnotherAreSpokenForWithoutEnd() {
    try (LongStart start = start()) {
      for (int minutes = 6; minutes <= 600; minutes += 6) {
        pass(Duration.ofMinutes(6));
        start.step("waiting");
        if (minutes > 6) {
          start.beat(); // the same step again is no news by itself
        }
        hears("waiting (for " + minutes + " min)");
        hearsNothing();
      }
    }
  }

  @Test
  void aFirstStepThatHangsIsNotSpokenForForEver() {
    try (LongStart start = start()) {
      start.beat();
      hears("looking");
      pass(STATEMENT.plusNanos(1));
      start.beat();
      hearsNothing();
      start.step("version 1");
      hears("version 1 (for 10 min)");
    }
  }

  @Test
  void afterItsEndNothingIsAsked() {
    LongStart start = start();
    start.step("version 7");
    hears("version 7");
    start.close();
    start.beat();
    start.step("version 8");
    hearsNothing();
    manager.ready("here");
    assertEquals(Optional.of("READY=1\nSTATUS=serving at here"), socket.next(PATIENCE));
  }

  @Test
  void aStopDoesNotTakeLongerBecauseAMigrationGoesOn() {
    try (LongStart start = start()) {
      manager.stopping();
      assertEquals(Optional.of("STOPPING=1\nSTATUS=stopping"), socket.next(PATIENCE));
      start.step("version 7");
      start.beat();
      hearsNothing();
    }
  }

  @Test
  void itBeatsByItself() {
    try (LongStart _ = LongStart.begin(manager, "looking", STATEMENT, Duration.ofMillis(1))) {
      hears("looking");
      hears("looking");
    }
  }
}
