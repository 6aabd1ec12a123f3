package org.bora.frontend.gsi.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.bora.frontend.gsi.Credential;
import org.junit.jupiter.api.Test;

class VerdictCacheTest {

  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  private static final Duration MAX_AGE = Duration.ofMinutes(10);
  private static final Fingerprint CHAIN = new Fingerprint(1, 2, 3, 4);

  /** A clock that goes when it is told to. */
  private static final class SetClock extends Clock implements InstantSource {

    private Instant now = START;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private final SetClock clock = new SetClock();
  private final VerdictCache cache = new VerdictCache(new VerdictCache.Settings(3, MAX_AGE), clock);

  private static Verdict.Accepted good(Instant until) {
    return new Verdict.Accepted("/CN=a", "/CN=ca", List.of(), "", ending(until));
  }

  private static Verdict.Accepted rejected(Instant until) {
    return new Verdict.Accepted("/CN=a", "/CN=ca", List.of(), "expired", ending(until));
  }

  private static Credential ending(Instant until) {
    return new Credential("1", until, 0, "none", Optional.empty());
  }

  @Test
  void aVerdictIsRememberedUpToItsAge() {
    Verdict.Accepted verdict = good(Instant.MAX);
    cache.remember(CHAIN, 1, verdict);

    clock.now = START.plus(MAX_AGE).minusMillis(1);
    assertEquals(Optional.of(verdict), cache.find(CHAIN, 1));
    clock.now = START.plus(MAX_AGE);
    assertEquals(Optional.empty(), cache.find(CHAIN, 1));
    assertEquals(0, cache.size(), "and forgotten");
  }

  @Test
  void aVerdictEndsWithTheFirstCertificateOfItsChain() {
    cache.remember(CHAIN, 1, good(START.plusSeconds(5)));

    clock.now = START.plusMillis(4_999);
    assertTrue(cache.find(CHAIN, 1).isPresent());
    clock.now = START.plusSeconds(5);
    assertEquals(Optional.empty(), cache.find(CHAIN, 1));
  }

  @Test
  void attributesThatDoNotHoldAreLookedAtAgainAfterAMinute() {
    cache.remember(CHAIN, 1, rejected(Instant.MAX));

    clock.now = START.plusSeconds(59);
    assertTrue(cache.find(CHAIN, 1).isPresent());
    clock.now = START.plusSeconds(60);
    assertEquals(Optional.empty(), cache.find(CHAIN, 1));
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
    var none = new VerdictCache(new VerdictCache.Settings(0, MAX_AGE), clock);
    none.remember(CHAIN, 1, good(Instant.MAX));

    assertEquals(Optional.empty(), none.find(CHAIN, 1));
  }

  @Test
  void boundsAreToldWithTheValue() {
    var capacity =
        assertThrows(IllegalArgumentException.class, () -> new VerdictCache.Settings(-1, MAX_AGE));
    assertEquals("capacity is -1, allowed are 0 to 1,000,000", capacity.getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> new VerdictCache.Settings(1, Duration.ofDays(2)));
  }
}
