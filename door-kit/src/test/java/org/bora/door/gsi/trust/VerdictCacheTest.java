package org.bora.door.gsi.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.door.gsi.Credential;
import org.junit.jupiter.api.Test;

class VerdictCacheTest {

  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  private static final Duration MAX_AGE = Duration.ofMinutes(10);
  private static final Fingerprint CHAIN = new Fingerprint(1, 2, 3, 4);

  private final SetClock clock = new SetClock(START);
  private final VerdictCache cache = new VerdictCache(3, clock);

  private static ChainVerdict.Accepted good(Instant until) {
    return new ChainVerdict.Accepted(
        "/CN=a",
        "/CN=ca",
        List.of(),
        "",
        new Credential("1", Instant.MAX, 0, "none", Optional.empty()),
        until);
  }

  @Test
  void aVerdictIsRememberedUntilItEnds() {
    ChainVerdict.Accepted verdict = good(START.plusSeconds(5));
    cache.remember(CHAIN, 1, verdict);

    clock.set(START.plusMillis(4_999));
    assertEquals(Optional.of(verdict), cache.find(CHAIN, 1));
    clock.set(START.plusSeconds(5));
    assertEquals(Optional.empty(), cache.find(CHAIN, 1));
    assertEquals(0, cache.size(), "and forgotten");
  }

  @Test
  void attributesThatDoNotHoldAreLookedAtAgainAfterAMinute() {
    var usual = new VerdictCache.Settings(3, MAX_AGE);
    assertEquals(MAX_AGE, usual.age(false));
    assertEquals(Duration.ofMinutes(1), usual.age(true));

    Duration second = Duration.ofSeconds(1);
    assertEquals(second, new VerdictCache.Settings(3, second).age(true));
  }

  @Test
  void aNewGenerationOfTrustKnowsNothingOfTheOld() {
    cache.remember(CHAIN, 1, good(Instant.MAX));

    assertEquals(Optional.empty(), cache.find(CHAIN, 2));
  }

  @Test
  void aVerdictMadeUnderAnOldGenerationComesTooLate() {
    Fingerprint other = new Fingerprint(9, 9, 9, 9);
    cache.remember(other, 2, good(Instant.MAX));
    cache.remember(CHAIN, 1, good(Instant.MAX));

    assertEquals(Optional.empty(), cache.find(CHAIN, 2));
    assertEquals(1, cache.size());
  }

  @Test
  void theLeastRecentlyUsedLeavesWhenFull() {
    for (int i = 0; i < 3; i++) {
      cache.remember(new Fingerprint(i, 0, 0, 0), 1, good(Instant.MAX));
    }
    assertTrue(cache.find(new Fingerprint(0, 0, 0, 0), 1).isPresent());
    cache.remember(CHAIN, 1, good(Instant.MAX));

    assertEquals(3, cache.size());
    assertTrue(cache.find(new Fingerprint(0, 0, 0, 0), 1).isPresent());
    assertEquals(Optional.empty(), cache.find(new Fingerprint(1, 0, 0, 0), 1));
  }

  @Test
  void aCacheOfNothingRemembersNothing() {
    var none = new VerdictCache(0, clock);
    none.remember(CHAIN, 1, good(Instant.MAX));

    assertEquals(Optional.empty(), none.find(CHAIN, 1));
  }
}
