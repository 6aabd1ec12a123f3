package org.bora.backend.pin;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * What callers keep in buffers, added up again only now and then: the sum reads a row for each pin,
 * and a caller in a campaign has hundreds of thousands. After each sum a backend lets in an eighth
 * of what is left without a new one, for a while: so eight backends that know nothing of each other
 * stay within the limit. What comes from tape meanwhile is seen at the next sum. The while is the
 * longer the more pins were added up, so that sums take a small part of the database's time however
 * many pins a caller has. Thread safe.
 */
final class KeptBytes {
  /** How long a sum of few pins counts. */
  static final Duration REMEMBERED = Duration.ofSeconds(5);

  /** A sum of more pins counts for a second for so many of them; it takes about 10 ms for each. */
  static final int PINS_A_SECOND = 2000;

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
  long of(
      String caller,
      String area,
      long most,
      long more,
      Instant now,
      Supplier<PinTable.Kept> exact) {
    Key key = new Key(caller, area);
    Sum known = sums.get(key);
    if (known != null && now.isBefore(known.until()) && more <= known.credit()) {
      return known.bytes();
    }
    PinTable.Kept sum = exact.get();
    long bytes = sum.bytes();
    if (bytes < most) {
      forgetOld(now);
      sums.put(key, new Sum(bytes, (most - bytes) / BACKENDS, now.plus(remembered(sum.pins()))));
    } else {
      sums.remove(key); // a release counts at once
    }
    return bytes;
  }

  private static Duration remembered(long pins) {
    Duration many = Duration.ofSeconds(pins / PINS_A_SECOND);
    return many.compareTo(REMEMBERED) > 0 ? many : REMEMBERED;
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
