package org.bora.storage.account;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Caches answers of a slow source for a while, including the absence of an entry. The cache is
 * limited: the least recently used answer is dropped. Thread safe; the source is called without a
 * lock, so two threads may ask it the same at once.
 */
final class Remembered<K, V> {
  private final Source<K, V> source;
  private final InstantSource clock;
  private final Duration keep;
  private final Map<K, Answer<V>> answers;

  /** Gives the answers; an exception is not cached. */
  interface Source<K, V> {
    Optional<V> find(K key);
  }

  private record Answer<V>(Optional<V> value, Instant until) {}

  Remembered(Source<K, V> source, InstantSource clock, AccountSettings settings) {
    this.source = source;
    this.clock = clock;
    this.keep = settings.keep();
    this.answers =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, Answer<V>> eldest) {
            return size() > settings.entries();
          }
        };
  }

  Optional<V> get(K key) {
    Instant now = clock.instant();
    synchronized (answers) {
      Answer<V> known = answers.get(key);
      if (known != null && now.isBefore(known.until())) {
        return known.value();
      }
    }
    Optional<V> found = source.find(key);
    synchronized (answers) {
      answers.put(key, new Answer<>(found, now.plus(keep)));
    }
    return found;
  }

  int size() {
    synchronized (answers) {
      return answers.size();
    }
  }
}
