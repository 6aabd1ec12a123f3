package org.bora.backend.stage.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MigrationPolicyTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final Optional<Instant> FRESH = Optional.of(NOW.minusSeconds(1));

  private final MigrationPolicy policy =
      new MigrationPolicy(100, 10, Duration.ofMinutes(30), 200, 20);

  @Test
  void nothingIsNeverDue() {
    assertFalse(policy.isDue(0, 0, Optional.empty(), NOW));
  }

  @Test
  void aFewSmallFilesWaitForOthers() {
    assertFalse(policy.isDue(9, 99, FRESH, NOW));
  }

  @Test
  void manyFilesOrManyBytesAreWorthAMount() {
    assertTrue(policy.isDue(10, 10, FRESH, NOW));
    assertTrue(policy.isDue(1, 100, FRESH, NOW));
  }

  @Test
  void noFileWaitsLongerThanTheOldestMay() {
    Optional<Instant> old = Optional.of(NOW.minus(Duration.ofMinutes(30)));
    assertTrue(policy.isDue(1, 1, old, NOW));
    assertFalse(policy.isDue(1, 1, old, NOW.minusMillis(1)));
  }

  @Test
  void aBatchEndsBeforeItHasTooMuch() {
    assertEquals(List.of(90L, 110L), policy.batch(List.of(90L, 110L, 1L), size -> size));
    assertEquals(20, policy.batch(java.util.Collections.nCopies(30, 1L), size -> size).size());
    assertEquals(List.of(), policy.batch(List.<Long>of(), size -> size));
  }

  @Test
  void aFileLargerThanABatchIsABatch() {
    assertEquals(List.of(500L), policy.batch(List.of(500L, 1L), size -> size));
    assertEquals(List.of(1L), policy.batch(List.of(1L, 500L), size -> size));
    long most = Long.MAX_VALUE;
    assertEquals(List.of(most), policy.batch(List.of(most, most), size -> size));
  }

  @Test
  void aBatchSmallerThanWhatIsWorthOneIsAMistake() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new MigrationPolicy(100, 10, Duration.ofMinutes(30), 99, 20));
  }
}
