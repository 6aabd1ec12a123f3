package org.bora.server.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private final Backoff backoff =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(10));

  @Test
  void pausesDoubleUpToTheBound() {
    assertEquals(Duration.ofMillis(100), backoff.pause(1));
    assertEquals(Duration.ofMillis(200), backoff.pause(2));
    assertEquals(Duration.ofMillis(800), backoff.pause(4));
    assertEquals(Duration.ofSeconds(1), backoff.pause(5));
    assertEquals(Duration.ofSeconds(1), backoff.pause(1_000_000));
  }

  @Test
  void aLongLifeIsCalm() {
    assertTrue(backoff.isCalm(Duration.ofSeconds(10)));
    assertFalse(backoff.isCalm(Duration.ofMillis(9_999)));
  }

  @Test
  void aBoundBelowTheFirstPauseIsRefused() {
    Duration second = Duration.ofSeconds(1);
    assertThrows(
        IllegalArgumentException.class, () -> new Backoff(second, Duration.ofMillis(999), second));
    assertThrows(IllegalArgumentException.class, () -> new Backoff(Duration.ZERO, second, second));
  }
}
