package org.bora.devtools.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Processes that are silent, with a child of their own. */
class WatchdogIT {
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final Duration LOOK = Duration.ofMillis(5);

  private final AtomicLong nanos = new AtomicLong();

  @Test
  void whatIsSilentTooLongIsEndedWithItsChildren() throws IOException, InterruptedException {
    Process parent = new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; wait").start();
    try (var lines = parent.inputReader();
        Watchdog dog = new Watchdog(parent, PATIENCE, LOOK, nanos::get)) {
      ProcessHandle child = ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
      nanos.set(PATIENCE.toNanos() + 1);
      assertTrue(parent.waitFor(20, TimeUnit.SECONDS), "the parent lives");
      child.onExit().orTimeout(20, TimeUnit.SECONDS).join();
      assertTrue(dog.ended());
    } finally {
      parent.descendants().forEach(ProcessHandle::destroyForcibly);
      parent.destroyForcibly();
    }
  }

  @Test
  void whatIsHeardOfIsLeftAlone() throws IOException, InterruptedException {
    Process parent = new ProcessBuilder("cat").start();
    try (Watchdog dog = new Watchdog(parent, PATIENCE, LOOK, nanos::get)) {
      nanos.set(PATIENCE.toNanos());
      dog.hear();
      nanos.set(2 * PATIENCE.toNanos());
      parent.getOutputStream().close();
      assertTrue(parent.waitFor(20, TimeUnit.SECONDS), "cat goes on");
      assertEquals(0, parent.exitValue());
      assertFalse(dog.ended());
    } finally {
      parent.destroyForcibly();
    }
  }
}
