package org.bora.door.admit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Certificate subjects that a backend has served recently: the users of the site. Trusted
 * authorities also certify people who do not use this site, so a valid certificate alone says
 * little. A subject is known for one to two hours after its last successful call. Memory is
 * limited: a full set replaces the previous one. Thread safe, without locks.
 */
final class KnownCallers {
  /** Of one set; two of them take some 20 MB where names are long. */
  static final int MOST = 50_000;

  static final Duration KEPT = Duration.ofHours(1);

  private record Generation(long number, Set<String> subjects, Instant begun) {}

  private final Clock clock;
  private volatile Generation present;
  private volatile Set<String> former = Set.of();

  KnownCallers(Clock clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
    this.present = generation(0);
  }

  private Generation generation(long number) {
    return new Generation(number, ConcurrentHashMap.newKeySet(), clock.instant());
  }

  /** A backend has done something for this subject. */
  void add(String dn) {
    turnOver();
    present.subjects().add(dn);
  }

  boolean contains(String dn) {
    turnOver();
    return present.subjects().contains(dn) || former.contains(dn);
  }

  private void turnOver() {
    Generation now = present;
    Duration age = Duration.between(now.begun(), clock.instant());
    if (age.compareTo(KEPT) >= 0 || now.subjects().size() >= MOST) {
      turnOver(now, age.compareTo(KEPT.multipliedBy(2)) >= 0);
    }
  }

  /**
   * @param longAgo whether all of it is too old, because no call came
   */
  private synchronized void turnOver(Generation over, boolean longAgo) {
    if (present.number() == over.number()) {
      former = longAgo ? Set.of() : over.subjects();
      present = generation(over.number() + 1);
    }
  }
}
