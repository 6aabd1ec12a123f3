package org.bora.backend.pin;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/**
 * What callers keep in buffers, added up again only now and then: the sum reads a row for each pin,
 * and a caller in a campaign has hundreds of thousands. After each sum a backend lets in an eighth
 * of what is left without a new one, for a few seconds: so eight backends that know nothing of each
 * other stay within the limit. What comes from tape meanwhile is seen at the next sum. Thread safe.
 */
final class KeptBytes {
  static final Duration REMEMBERED = Duration.ofSeconds(5);
  private static final int BACKENDS = 8;

  /** So many are remembered before those that are too old are forgotten. */
  private static final int CROWD = 1000;

  private final ConcurrentMap<Key, Sum> sums = new ConcurrentHashMap<>();

  private record Key(String caller, String area) {}

  /**
   * A sum, and what was let in since.
   *
   * @param credit bytes that may still be let in; less than 0 where more was
   */
  private record Sum(long bytes, long credit, Instant until) {

    Sum plus(long more) {
      return new Sum(bytes + more, credit - more, until);
    }
  }

  /**
   * Bytes that a caller keeps in the buffer of an area: no less than the last sum, and exact where
   * it could matter.
   *
   * @param most that the caller may keep there
   * @param more bytes that the caller wants to keep besides
   * @param exact adds up what is kept now
   */
  long of(String caller, String area, long most, long more, Instant now, LongSupplier exact) {
    Key key = new Key(caller, area);
    Sum known = sums.get(key);
    if (known != null && now.isBefore(known.until()) && more <= known.credit()) {
      return known.bytes();
    }
    long bytes = exact.getAsLong();
    if (bytes < most) {
      forgetOld(now);
      sums.put(key, new Sum(bytes, (most - bytes) / BACKENDS, now.plus(REMEMBERED)));
    } else {
      sums.remove(key); // a release counts at once
    }
    return bytes;
  }

  private void forgetOld(Instant now) {
    if (sums.size() >= CROWD) {
      sums.values().removeIf(sum -> !now.isBefore(sum.until()));
    }
  }

  /** So many bytes more were let in. */
  void add(String caller, String area, long more) {
    sums.computeIfPresent(new Key(caller, area), (key, sum) -> sum.plus(more));
  }
}
