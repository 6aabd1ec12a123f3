package org.bora.backend.stage.recall;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.bora.backend.stage.plan.VolumeDemand;

/**
 * The demands on a library, by volume and caller. The sum reads all waiting rows, so for a long
 * queue it is computed once for several choices; turns and running volumes are still read for each
 * choice. Thread safe.
 */
final class RecentDemands {
  /** A line of this length or less is summed up for each choice: it takes a tenth of a second. */
  private static final long LONG_LINE = 50_000;

  private final Map<String, Look> libraries = new ConcurrentHashMap<>();

  private record Look(List<VolumeDemand> demands, Instant at, Duration fresh) {
    boolean isFresh(Instant now) {
      return !now.isBefore(at) && now.isBefore(at.plus(fresh));
    }
  }

  List<VolumeDemand> of(String library, Instant now, Supplier<List<VolumeDemand>> look) {
    Look last = libraries.get(library);
    if (last != null && last.isFresh(now)) {
      return last.demands();
    }
    List<VolumeDemand> demands = look.get();
    Duration fresh = fresh(demands.stream().mapToLong(VolumeDemand::files).sum());
    if (fresh.isZero()) {
      libraries.remove(library);
    } else {
      libraries.put(library, new Look(demands, now, fresh));
    }
    return demands;
  }

  /**
   * Thirty seconds for a million files. Such a sum keeps one processor of the database busy for one
   * to two seconds, and the line lasts for hours.
   */
  private static Duration fresh(long files) {
    return files <= LONG_LINE ? Duration.ZERO : Duration.ofMillis(files * 3 / 100);
  }

  /** A choice by it came to nothing. */
  void forget(String library) {
    libraries.remove(library);
  }
}
