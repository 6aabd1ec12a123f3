package org.bora.server.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupervisedIT {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir private Path directory;

  @Test
  void aDeadProcessIsStartedAgain() throws Exception {
    Supervised child = supervise("sleep", "600");
    child.start();
    ProcessIdentity first = child.process().orElseThrow();
    first.handle().orElseThrow().destroyForcibly();
    await(() -> child.process().filter(now -> !now.equals(first)).isPresent());
    assertEquals(2, child.starts());
    ProcessIdentity second = child.process().orElseThrow();
    child.stop();
    assertFalse(second.isAlive());
    assertFalse(Files.exists(pidFile().path()));
  }

  @Test
  void aProcessLeftBehindIsTakenOverAndWatched() throws Exception {
    ProcessIdentity left = leaveBehind("sleep", "600");
    Supervised next = supervise("sleep", "600");
    next.start();
    assertEquals(left, next.process().orElseThrow());
    assertEquals(0, next.starts());
    left.handle().orElseThrow().destroyForcibly();
    await(() -> next.process().filter(now -> !now.equals(left)).isPresent());
    assertEquals(1, next.starts());
    next.stop();
  }

  @Test
  void aProcessLeftBehindWithOtherOptionsIsReplaced() throws Exception {
    ProcessIdentity left = leaveBehind("sleep", "600");
    Supervised next = supervise("sleep", "601");
    next.start();
    assertFalse(left.isAlive());
    assertNotEquals(left, next.process().orElseThrow());
    next.stop();
  }

  @Test
  void whoDoesNotListenIsKilled() throws Exception {
    Supervised child =
        supervise("bash", "-c", "trap '' TERM; echo deaf; while :; do sleep 1; done");
    child.start();
    await(() -> output().contains("deaf"));
    ProcessIdentity deaf = child.process().orElseThrow();
    child.stop();
    assertFalse(deaf.isAlive());
  }

  @Test
  void theShellsEnvironmentStaysOutside() throws Exception {
    Supervised child =
        new Supervised(
            new Program(
                "env",
                List.of("bash", "-c", "env; exec sleep 600"),
                Map.of("GRIDMAP", "/x"),
                log()),
            pidFile(),
            new Ending(Duration.ofSeconds(1)),
            new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1)));
    child.start();
    await(() -> output().contains("GRIDMAP=/x"));
    assertFalse(output().contains("HOME="), output());
    assertTrue(output().contains("PATH="), output());
    assertTrue(output().contains(":/usr/sbin:"), "servers lie there; ordinary users lack it");
    child.stop();
  }

  /** What a Bora that was killed leaves: a process that runs and the file that names it. */
  private ProcessIdentity leaveBehind(String... command) throws IOException {
    Process process = new ProcessBuilder(command).start();
    ProcessIdentity identity = ProcessIdentity.of(process.pid()).orElseThrow();
    pidFile().write(new PidFile.Entry(identity, program(command).digest()));
    return identity;
  }

  private Program program(String... command) {
    return new Program("test", List.of(command), Map.of(), log());
  }

  private Supervised supervise(String... command) {
    return new Supervised(
        program(command),
        pidFile(),
        new Ending(Duration.ofSeconds(1)),
        new Backoff(Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofMinutes(1)));
  }

  private PidFile pidFile() {
    return new PidFile(directory.resolve("test.pid"));
  }

  private Path log() {
    return directory.resolve("log");
  }

  private String output() {
    try {
      return Files.readString(log());
    } catch (IOException e) {
      return "";
    }
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "did not happen within " + DEADLINE);
      LockSupport.parkNanos(1_000_000);
    }
  }
}
