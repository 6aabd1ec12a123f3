package org.bora.backend.space;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Takes bytes from spaces whose counters are divided into shares: from one share if it has enough;
 * otherwise it locks all shares in order, and redistributes their sum evenly.
 */
final class Counters {
  private final ShareTable shares;

  Counters(ShareTable shares) {
    this.shares = shares;
  }

  /**
   * Moves bytes from free to promised; one statement per share while there is room.
   *
   * @param limited the spaces that can be full
   * @throws Shortage where one is
   */
  void take(JdbcClient sql, Collection<Promise> promises, Predicate<UUID> limited) {
    Map<ShareKey, Long> together = new TreeMap<>();
    for (Promise promise : promises) {
      if (promise.bytes() > 0) {
        together.merge(new ShareKey(promise.space(), promise.share()), promise.bytes(), Long::sum);
      }
    }
    together.forEach(
        (key, bytes) ->
            take(sql, new Promise(key.space(), key.share(), bytes), limited.test(key.space())));
  }

  private void take(JdbcClient sql, Promise promise, boolean bounded) {
    boolean taken = bounded ? shares.takeWhereFree(sql, promise) : shares.take(sql, promise);
    if (!taken) {
      takeFromAll(sql, promise, bounded);
    }
  }

  /** Sums up, takes, and leaves the rest even. */
  private void takeFromAll(JdbcClient sql, Promise promise, boolean bounded) {
    Map<ShareKey, Sums> all = shares.lock(sql, promise.space());
    ShareKey chosen = new ShareKey(promise.space(), promise.share());
    if (!all.containsKey(chosen)) {
      shares.insert(sql, promise.space(), promise.share() + 1);
      all = shares.lock(sql, promise.space());
    }
    long free = all.values().stream().mapToLong(Sums::free).sum();
    if (bounded && free < promise.bytes()) {
      throw new Shortage(promise.space(), free);
    }
    Map<ShareKey, Sums> changes = evened(all, free - promise.bytes());
    changes.merge(chosen, new Sums(0, promise.bytes(), 0, 0), Sums::plus);
    shares.add(sql, changes);
  }

  /** What changes when this much is to be free in all, in equal parts. */
  static Map<ShareKey, Sums> evened(Map<ShareKey, Sums> all, long free) {
    Map<ShareKey, Sums> changes = new HashMap<>();
    long part = free / all.size();
    long rest = free - part * all.size();
    for (Map.Entry<ShareKey, Sums> share : all.entrySet()) {
      changes.put(share.getKey(), new Sums(part + rest - share.getValue().free(), 0, 0, 0));
      rest = 0;
    }
    return changes;
  }

  /** What changes when the bytes of files, each in its share, leave the disk. */
  static Map<ShareKey, Sums> freed(List<StoredFile> files) {
    Map<ShareKey, Sums> changes = new HashMap<>();
    for (StoredFile file : files) {
      long bytes = file.size();
      changes.merge(file.key(), new Sums(bytes, 0, -bytes, 0), Sums::plus);
    }
    return changes;
  }
}
