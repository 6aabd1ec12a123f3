package org.bora.door.admit.turn;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bora.api.WorkClass;

/**
 * Limits how many calls of a class use the backend at once, so that each takes about as long as it
 * would alone. More calls would only wait for each other inside the backend, where callers do not
 * take turns.
 *
 * <p>The comparison of times with those of an unloaded server is TCP Vegas's (L. Brakmo, L.
 * Peterson, SIGCOMM 1995); steps are additive up and multiplicative down (D. Chiu, R. Jain, 1989);
 * a server that is never unloaded is measured by holding calls back for a moment, as BBR does (N.
 * Cardwell et al., ACM Queue 14, 2016). Logarithms of times are averaged, because the calls of some
 * operations differ by orders of magnitude, and one long call must not count like a thousand. Not
 * thread safe.
 */
final class AdaptiveLimit {
  /** With no more than these in the backend a call is as good as alone. */
  static final int QUIET = 2;

  private static final double LEAST_CUT = 0.7;
  private static final int FIRST = 16;
  private static final int FEWEST_TIMES = 20;
  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** So long may it take until calls are held back to see how quick the server is unloaded. */
  private static final long UNSEEN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long LONGEST_PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int PROBE_TIMES = 16;

  /** Mean logarithm of the nanoseconds that calls of an operation take alone. */
  private static final class Alone {
    private static final double NEWEST = 0.1;
    private double mean;

    Alone(double first) {
      mean = first;
    }

    void learn(double time) {
      mean += NEWEST * (time - mean);
    }
  }

  private final WorkClass kind;
  private final Map<String, Alone> alone = new HashMap<>();
  private int least;
  private int most;
  private double limit;
  private double excess;
  private int times;
  private boolean pressed;
  private long windowBegan;
  private long quietSeen;
  private long probeBegan;
  private int probeLeft;

  AdaptiveLimit(WorkClass kind, int least, int most, long now) {
    this.kind = kind;
    this.limit = FIRST;
    this.windowBegan = now;
    this.quietSeen = now - UNSEEN_NANOS;
    bounds(least, most);
  }

  /** From now on it stays within these. */
  void bounds(int leastPlaces, int mostPlaces) {
    least = leastPlaces;
    most = mostPlaces;
    limit = Math.clamp(limit, least, most);
  }

  /** How many calls may be in the backend now. */
  int places() {
    return probeLeft > 0 ? Math.min(QUIET, least) : (int) limit;
  }

  /** A call found no place: more of them would be of use. */
  void pressed() {
    pressed = true;
  }

  /**
   * A call was answered.
   *
   * @param quiet whether at most {@link #QUIET} calls were in the backend when it began, and when
   *     it ended
   * @param tookNanos from its turn to its answer
   */
  void answered(String operation, boolean quiet, long tookNanos, long now) {
    double time = Math.log((double) Math.max(tookNanos, 1));
    Alone known = alone.get(operation);
    if (known == null) {
      alone.put(operation, new Alone(time));
    } else if (quiet) {
      known.learn(time);
    }
    if (quiet) {
      quietSeen = now;
    }
    if (probeLeft > 0) {
      probed(quiet, now);
    } else {
      excess += known == null ? 0 : time - known.mean;
      times++;
      if (times >= FEWEST_TIMES && now - windowBegan >= SHORTEST_NANOS) {
        adjust(now);
      }
    }
  }

  /** A call had no answer in its time. */
  void late(long now) {
    if (now - windowBegan >= SHORTEST_NANOS) {
      limit = Math.max(least, limit * LEAST_CUT);
      begin(now);
    }
  }

  private void probed(boolean quiet, long now) {
    probeLeft -= quiet ? 1 : 0;
    if (probeLeft == 0 || now - probeBegan > LONGEST_PROBE_NANOS) {
      probeLeft = 0;
      quietSeen = now;
      begin(now);
    }
  }

  private void adjust(long now) {
    // as long as no call waits the limit is not what decides how slow the server is
    if (pressed) {
      double slowness = Math.exp(excess / times);
      if (slowness > kind.slow()) {
        limit = Math.max(least, limit * Math.max(LEAST_CUT, kind.slow() / slowness));
      } else if (slowness < kind.quick()) {
        limit = Math.min(most, limit + Math.sqrt(limit));
      }
      if (now - quietSeen > UNSEEN_NANOS && limit > QUIET && least < most) {
        probeLeft = PROBE_TIMES;
        probeBegan = now;
      }
    }
    begin(now);
  }

  private void begin(long now) {
    windowBegan = now;
    excess = 0;
    times = 0;
    pressed = false;
  }
}
