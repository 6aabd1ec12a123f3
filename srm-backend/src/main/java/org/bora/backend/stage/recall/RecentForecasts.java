package org.bora.backend.stage.recall;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.bora.backend.stage.plan.PassCost;

/**
 * Forecasts of libraries, each made for all who ask within a few seconds: it costs a look at all
 * that waits, and callers that wait ask again and again. Thread safe.
 */
final class RecentForecasts {
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final Function<String, RecallForecast> maker;
  private final Map<String, Library> libraries = new ConcurrentHashMap<>();

  /**
   * @param maker of a library's forecast as it is now
   */
  RecentForecasts(Function<String, RecallForecast> maker) {
    this.maker = Objects.requireNonNull(maker, "maker");
  }

  /** One library; a call that comes while its forecast is made waits for it. */
  private static final class Library {
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> strangers = new HashSet<>();
    private Instant made = Instant.EPOCH;
    private RecallForecast forecast = new RecallForecast(List.of(), List.of(), PassCost.defaults());
  }

  /** A forecast that knows the volume, if anything waits for it. */
  RecallForecast of(String library, String volume, Instant now) {
    Library recent = libraries.computeIfAbsent(library, none -> new Library());
    recent.lock.lock();
    try {
      // also where the clock was set back
      boolean fresh = !now.isBefore(recent.made) && now.isBefore(recent.made.plus(FRESH));
      if (!fresh || (!recent.forecast.knows(volume) && !recent.strangers.contains(volume))) {
        if (!fresh) {
          recent.strangers.clear();
        }
        recent.forecast = maker.apply(library);
        recent.made = now;
        if (!recent.forecast.knows(volume)) {
          recent.strangers.add(volume);
        }
      }
      return recent.forecast;
    } finally {
      recent.lock.unlock();
    }
  }
}
