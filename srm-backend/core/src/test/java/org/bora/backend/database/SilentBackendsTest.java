package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SilentBackendsTest {
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);

  private final SilentBackends backends = new SilentBackends(3);

  @Test
  void whoBeatsBetweenTwoLooksIsThere() {
    for (long beat = 1; beat < 20; beat++) {
      assertEquals(Map.of(), backends.look(Map.of(ONE, beat)));
    }
  }

  @Test
  void onlyAfterSoManyLooksWithoutABeatIsItSilent() {
    look(1);
    look(1);
    assertEquals(Map.of(), look(1));
    assertEquals(Map.of(ONE, 3), look(1));
    assertEquals(Map.of(ONE, 4), look(1), "and stays so");
    assertEquals(Map.of(), look(2), "until it is back");
    assertEquals(Map.of(), look(2));
  }

  @Test
  void aBeatNowAndThenIsEnough() {
    for (long look = 0; look < 30; look++) {
      assertEquals(Map.of(), backends.look(Map.of(ONE, look / 3, OTHER, look)));
    }
  }

  @Test
  void whoIsSeenForTheFirstTimeHasItsTime() {
    for (int look = 0; look < 3; look++) {
      look(1);
    }
    assertEquals(Map.of(ONE, 3), backends.look(Map.of(ONE, 1L, OTHER, 7L)));
    assertEquals(Map.of(ONE, 4), backends.look(Map.of(ONE, 1L, OTHER, 7L)));
  }

  @Test
  void whoWasForgottenBeginsAnew() {
    for (int look = 0; look < 4; look++) {
      look(1);
    }
    assertEquals(Map.of(), backends.look(Map.of()));
    assertEquals(Map.of(), look(1));
  }

  private Map<UUID, Integer> look(long beats) {
    return backends.look(Map.of(ONE, beats));
  }
}
