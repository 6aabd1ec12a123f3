package org.bora.backend.stage.recall;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.bora.backend.stage.plan.PassCost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forecasts of libraries, each shared by all callers within a few seconds. A forecast reads all
 * waiting rows, which takes a second or two for a million files, and waiting callers ask
 * repeatedly. So it is computed in the background, and meanwhile callers get the previous one.
 * Thread safe.
 */
final class RecentForecasts {
  private static final Logger LOG = LoggerFactory.getLogger(RecentForecasts.class);
  private static final Duration FRESH = Duration.ofSeconds(5);

  /** For so many files a forecast is good for one second more. */
  private static final long FILES_OF_A_SECOND = 50_000;

  private final Function<String, RecallForecast> maker;
  private final Executor beside;
  private final Map<String, Library> libraries = new ConcurrentHashMap<>();

  /**
   * @param maker computes a library's present forecast
   * @param beside runs the computation
   */
  RecentForecasts(Function<String, RecallForecast> maker, Executor beside) {
    this.maker = Objects.requireNonNull(maker, "maker");
    this.beside = Objects.requireNonNull(beside, "beside");
  }

  /** One library. */
  private static final class Library {
    private final Set<String> strangers = new HashSet<>();
    private Instant made = Instant.EPOCH;
    private boolean making;
    private RecallForecast forecast = new RecallForecast(List.of(), List.of(), PassCost.defaults());

    /** Whether the calling thread is to make a forecast now. */
    private synchronized boolean takeTurn(String volume, Instant now) {
      Duration fresh = FRESH.plusSeconds(forecast.files() / FILES_OF_A_SECOND);
      // also where the clock was set back
      boolean old = now.isBefore(made) || !now.isBefore(made.plus(fresh));
      boolean wanted = old || (!forecast.knows(volume) && !strangers.contains(volume));
      if (!wanted || making) {
        return false;
      }
      if (old) {
        strangers.clear();
      }
      making = true;
      return true;
    }

    private synchronized void end() {
      making = false;
    }

    private synchronized void is(RecallForecast next, String volume, Instant now) {
      forecast = next;
      made = now;
      if (!next.knows(volume)) {
        strangers.add(volume);
      }
    }

    private synchronized RecallForecast forecast() {
      return forecast;
    }
  }

  /** The last forecast; a volume for which it has nothing is looked for. */
  RecallForecast of(String library, String volume, Instant now) {
    Library recent = libraries.computeIfAbsent(library, none -> new Library());
    if (recent.takeTurn(volume, now)) {
      boolean begun = false;
      try {
        beside.execute(() -> make(library, recent, volume, now));
        begun = true;
      } finally {
        if (!begun) {
          recent.end();
        }
      }
    }
    return recent.forecast();
  }

  private void make(String library, Library recent, String volume, Instant now) {
    try {
      recent.is(maker.apply(library), volume, now);
    } catch (RuntimeException e) {
      LOG.warn("library {}: no new forecast; callers get the previous one", library, e);
    } finally {
      recent.end();
    }
  }
}
