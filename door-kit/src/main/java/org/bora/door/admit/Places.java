package org.bora.door.admit;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Places of one kind, limited in total and for each certificate subject. One subject gets its
 * maximum only while the same amount is left for others: its limit changes with the free room (A.
 * Choudhury, E. Hahne, "Dynamic queue length thresholds", 1998), so a few subjects cannot take
 * everything. All strangers together get at most half. Thread safe; never blocks.
 */
final class Places {
  /** A subject may hold this multiple of the free places. */
  private static final int OF_FREE = 2;

  /** Their part of all places. */
  private static final int STRANGERS = 2;

  /** Why there is no place. */
  enum Lack {
    /** All are taken, or all for unauthenticated callers. */
    OF_ALL,
    /** The subject has its share. */
    OF_SUBJECT
  }

  private final AtomicInteger all = new AtomicInteger();

  /** Places of subjects that were strangers when they came. */
  private final AtomicInteger strangers = new AtomicInteger();

  /** Places by certificate subject; a subject without places has no entry. */
  private final ConcurrentMap<String, Integer> bySubject = new ConcurrentHashMap<>();

  /**
   * Takes a place, which is to be given back with the same arguments.
   *
   * @param most places in total
   * @param perSubject of these, at most
   * @return why there is none; empty when it is taken
   */
  Optional<Lack> take(String subject, boolean stranger, int most, int perSubject) {
    int free = most - taken(all, most);
    if (free == 0) {
      return Optional.of(Lack.OF_ALL);
    }
    if (stranger) {
      int share = Math.max(1, most / STRANGERS);
      free = Math.min(free, share - taken(strangers, share));
      if (free == 0) {
        all.decrementAndGet();
        return Optional.of(Lack.OF_ALL);
      }
    }
    if (!takeShare(subject, Math.min(perSubject, OF_FREE * free))) {
      giveBack(stranger);
      return Optional.of(Lack.OF_SUBJECT);
    }
    return Optional.empty();
  }

  /** Takes a place if there is one; the places that were taken before. */
  private static int taken(AtomicInteger places, int most) {
    return Math.min(most, places.getAndUpdate(now -> now < most ? now + 1 : now));
  }

  private boolean takeShare(String subject, int most) {
    boolean[] taken = {false};
    bySubject.compute(
        subject,
        (key, places) -> {
          int now = places == null ? 0 : places;
          taken[0] = now < most;
          return taken[0] ? Integer.valueOf(now + 1) : places;
        });
    return taken[0];
  }

  void giveBack(String subject, boolean stranger) {
    bySubject.computeIfPresent(subject, (key, places) -> places == 1 ? null : places - 1);
    giveBack(stranger);
  }

  private void giveBack(boolean stranger) {
    if (stranger) {
      strangers.decrementAndGet();
    }
    all.decrementAndGet();
  }

  /** That are taken. */
  int taken() {
    return all.get();
  }
}
