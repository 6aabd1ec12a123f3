package org.bora.door.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bora.audit.AuditLines;
import org.bora.audit.AuditLog;
import org.bora.audit.AuditSettings;
import org.bora.audit.AuditTrail;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that hangs holds up nobody at the door. */
@Timeout(60)
class QueuedRefusalsTest {

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch disk = new CountDownLatch(1);

  /** A minute passes between any two refusals, so that each may be told. */
  private final AtomicLong nanos = new AtomicLong();

  private AuditLog log;

  @TempDir Path directory;

  @BeforeEach
  void open() throws Exception {
    log =
        AuditLog.open(
            AuditSettings.defaults(),
            new AuditLog.Place(directory, "h", "frontend"),
            Clock.systemUTC(),
            System::nanoTime,
            timer);
  }

  @AfterEach
  void close() throws Exception {
    disk.countDown();
    log.close();
    timer.shutdownNow();
  }

  private QueuedRefusals queue(Duration patience) {
    RefusedVisits visits = new RefusedVisits(new Hanging(), () -> nanos.getAndAdd(MINUTE));
    return new QueuedRefusals(visits, patience);
  }

  /** Until the disk is back. */
  private final class Hanging implements AuditTrail {
    @Override
    public boolean isOn() {
      return true;
    }

    @Override
    public void check() {}

    @Override
    public AuditLines lines() {
      return log.lines();
    }

    @Override
    public void write(AuditLines lines) {
      hanging.countDown();
      await(disk);
      log.write(lines);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatWaitsIsWrittenAtTheEndAndWhatHadNoRoomIsCounted() throws Exception {
    QueuedRefusals refusals = queue(Duration.ofSeconds(30));
    refusals.refused("192.0.2.1", "expired");
    await(hanging);
    for (int i = 0; i < QueuedRefusals.MOST_WAITING + 7; i++) {
      refusals.refused("192.0.2.2", "junk " + i);
    }
    assertEquals(List.of(), lines());

    disk.countDown();
    refusals.close();

    assertEquals(1 + QueuedRefusals.MOST_WAITING, lines().size());
    assertTrue(lines().getFirst().contains("192.0.2.1"), lines().getFirst());
    assertTrue(lines().get(1).contains("junk 0"), lines().get(1));
    assertTrue(lines().get(1).endsWith("\"untold\":7}"), lines().get(1));
    assertFalse(lines().getLast().contains("untold"), lines().getLast());
  }

  @Test
  void aDiskThatDoesNotComeBackIsNotWaitedForForEver() throws Exception {
    QueuedRefusals refusals = queue(Duration.ofMillis(50));
    refusals.refused("192.0.2.1", "expired");
    await(hanging);

    refusals.close();
    refusals.refused("192.0.2.1", "too late, and no harm");

    assertEquals(List.of(), lines());
  }

  private List<String> lines() throws Exception {
    return Files.readAllLines(directory.resolve("audit-frontend.log")).stream()
        .filter(line -> line.contains("\"event\":\"handshake\""))
        .toList();
  }
}
