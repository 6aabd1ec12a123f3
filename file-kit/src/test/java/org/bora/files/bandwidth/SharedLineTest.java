package org.bora.files.bandwidth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.bora.storage.spi.StorageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class SharedLineTest {
  private static final int BYTES = 1_000_000;
  private static final Duration PATIENCE = Duration.ofHours(1);
  private static final OptionalLong SLOW = OptionalLong.of(1);

  /** The clock advances by this each time it is read. */
  private final AtomicLong step = new AtomicLong(1);

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger looks = new AtomicInteger();

  private final SharedLine line =
      new SharedLine(
          () -> {
            looks.incrementAndGet();
            return nanos.addAndGet(step.get());
          });

  @Test
  void withoutALimitNothingWaits() throws Exception {
    line.pass("a", BYTES);
    assertEquals(0, line.waitedSeconds());
    assertEquals(0, looks.get());
  }

  @Test
  void whoHasWaitedLongEnoughGoesOn() throws Exception {
    line.limit(SLOW, PATIENCE);
    line.pass("a", BYTES);
    step.set(PATIENCE.toNanos());
    line.pass("a", BYTES);
    assertTrue(line.waitedSeconds() >= PATIENCE.toSeconds());
  }

  @Test
  void whoWaitsWhileTheDoorClosesFails() throws Exception {
    line.limit(SLOW, PATIENCE);
    line.pass("a", BYTES);
    Thread.currentThread().interrupt();
    assertThrows(StorageException.class, () -> line.pass("a", 1));
    assertTrue(Thread.interrupted(), "the thread still knows");
  }

  @Test
  void aLimitThatIsTakenAwayFreesWhoWaits() throws Exception {
    line.limit(SLOW, PATIENCE);
    line.pass("a", BYTES);
    CompletableFuture<Boolean> passed = new CompletableFuture<>();
    Thread waiting =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    line.pass("a", BYTES);
                    line.pass("b", BYTES);
                    passed.complete(true);
                  } catch (StorageException e) {
                    passed.completeExceptionally(e);
                  }
                });
    while (waiting.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    line.limit(OptionalLong.empty(), PATIENCE);
    assertTrue(passed.get());
  }
}
