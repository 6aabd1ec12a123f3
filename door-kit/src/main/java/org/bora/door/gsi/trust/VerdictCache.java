package org.bora.door.gsi.trust;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Verdicts by the fingerprint of the chain's bytes. An entry ends with its verdict ({@link
 * ChainVerdict.Accepted#until}) or with its generation of trust anchors, whichever comes first;
 * when the cache is full, the least recently used entry is dropped. Only accepted chains are kept,
 * because refused ones would let a stranger push out the good ones.
 *
 * <p>Thread safe. The lock is only held for a map operation.
 */
public final class VerdictCache {

  /** A verdict of invalid attributes is re-checked soon, because the user may correct them. */
  private static final Duration REJECTION_AGE = Duration.ofMinutes(1);

  /**
   * Limits of the cache.
   *
   * @param capacity number of remembered chains, 0 to 1,000,000; about 500 bytes each
   * @param maxAge after which a chain is verified again even if nothing has changed, 0 to 1 day
   */
  public record Settings(
      @Key(name = "verdicts-remembered", preset = "20000", least = "0", most = "1000000")
          int capacity,
      @Key(name = "verdicts-kept", preset = "10m", least = "0s", most = "1d") Duration maxAge)
      implements Keys {

    public Settings {
      Keys.check(Settings.class, capacity, maxAge);
    }

    /** 20,000 chains for 10 minutes. */
    public static Settings defaults() {
      return Keys.defaults(Settings.class);
    }

    /** How long a verdict holds while nothing ends or changes. */
    Duration age(boolean rejected) {
      return rejected && maxAge.compareTo(REJECTION_AGE) > 0 ? REJECTION_AGE : maxAge;
    }
  }

  private final int capacity;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final LinkedHashMap<Fingerprint, ChainVerdict.Accepted> entries =
      new LinkedHashMap<>(16, 0.75f, true);
  private long generation;

  VerdictCache(int capacity, Clock clock) {
    this.capacity = capacity;
    this.clock = clock;
  }

  /** The verdict made under this generation of trust, while it holds. */
  Optional<ChainVerdict.Accepted> find(Fingerprint chain, long currentGeneration) {
    Instant now = clock.instant();
    lock.lock();
    try {
      if (currentGeneration != generation) {
        return Optional.empty();
      }
      ChainVerdict.Accepted verdict = entries.get(chain);
      if (verdict == null) {
        return Optional.empty();
      }
      if (!now.isBefore(verdict.until())) {
        entries.remove(chain);
        return Optional.empty();
      }
      return Optional.of(verdict);
    } finally {
      lock.unlock();
    }
  }

  /** Remembers a verdict made under a generation; one of an older generation is not kept. */
  void remember(Fingerprint chain, long madeUnder, ChainVerdict.Accepted verdict) {
    lock.lock();
    try {
      if (madeUnder < generation || capacity == 0) {
        return;
      }
      if (madeUnder > generation) {
        entries.clear();
        generation = madeUnder;
      }
      entries.put(chain, verdict);
      if (entries.size() > capacity) {
        Iterator<Fingerprint> oldest = entries.keySet().iterator();
        oldest.next();
        oldest.remove();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Chains remembered at the moment. */
  int size() {
    lock.lock();
    try {
      return entries.size();
    } finally {
      lock.unlock();
    }
  }
}
