package org.bora.backend.operation.copy;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StopSignalTest {
  private final StopSignal signal = new StopSignal();
  private final AtomicInteger cuts = new AtomicInteger();

  @Test
  void aRaisedSignalCutsWhatIsUnderWay() {
    try (StopSignal.Held _ = signal.cutting(cuts::incrementAndGet)) {
      signal.raise();
    }
    assertEquals(1, cuts.get());
  }

  @Test
  void whatBeginsAfterwardsIsCutAtOnce() {
    signal.raise();
    try (StopSignal.Held _ = signal.cutting(cuts::incrementAndGet)) {
      assertEquals(1, cuts.get());
    }
  }

  @Test
  void whatIsOverIsNotCut() {
    try (StopSignal.Held _ = signal.cutting(cuts::incrementAndGet)) {
      assertEquals(0, cuts.get());
    }
    signal.raise();
    assertEquals(0, cuts.get());
  }

  @Test
  void aPauseEndsWithTheSignal() {
    assertDoesNotThrow(() -> signal.pause(Duration.ofMillis(1)));
    signal.raise();
    assertThrows(CopyRefused.class, () -> signal.pause(Duration.ofHours(1)));
  }
}
