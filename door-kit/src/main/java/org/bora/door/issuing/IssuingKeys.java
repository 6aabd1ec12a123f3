package org.bora.door.issuing;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bora.api.bearer.DayKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of this service, as a backend last gave them. Thread safe; only {@link #refresh} waits.
 */
public final class IssuingKeys {
  /** How long keys are used without having been heard of again: until then nothing is revoked. */
  public static final Duration TRUSTED = Duration.ofMinutes(2);

  private static final Logger LOG = LoggerFactory.getLogger(IssuingKeys.class);
  private static final Duration EVERY = Duration.ofSeconds(20);

  private record Heard(Map<Long, DayKey> byDay, long generation, long nanos) {}

  private final Supplier<List<DayKey>> source;
  private final Clock clock;
  private final LongSupplier nanos;
  private volatile Heard heard;

  /**
   * @param source asks a backend; may throw
   * @param nanos as {@link System#nanoTime}
   */
  public IssuingKeys(Supplier<List<DayKey>> source, Clock clock, LongSupplier nanos) {
    this.source = Objects.requireNonNull(source, "source");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.heard = new Heard(Map.of(), 0, nanos.getAsLong() - TRUSTED.toNanos());
  }

  /** Asks from now on, first at once, until the executor is shut down. */
  public void refreshBy(ScheduledExecutorService background) {
    ScheduledFuture<?> _ =
        background.scheduleWithFixedDelay(
            this::refresh, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Fetches the keys once; blocks. The known keys stay if there is no answer. */
  public void refresh() {
    long asked = nanos.getAsLong();
    try {
      List<DayKey> keys = source.get();
      Map<Long, DayKey> byDay = new HashMap<>();
      keys.forEach(key -> byDay.put(key.day(), key));
      long generation = keys.stream().mapToLong(DayKey::generation).max().orElse(0);
      if (generation < heard.generation()) {
        LOG.warn(
            "macaroons and transfer URLs are of generation {} again, after {}: was the database restored from a backup? Tokens and URLs that were revoked since then are valid again: run `bora revoke`",
            generation,
            heard.generation());
      } else if (generation > heard.generation()) {
        LOG.info("macaroons and transfer URLs of generation {} are valid", generation);
      }
      heard = new Heard(Map.copyOf(byDay), generation, asked);
    } catch (RuntimeException e) {
      LOG.warn("no keys for macaroons and transfer URLs: {}", e.getMessage());
    }
  }

  /** Whether keys can be relied on; they cannot for two minutes after the last answer. */
  public boolean areKnown() {
    return nanos.getAsLong() - heard.nanos() < TRUSTED.toNanos() && heard.generation() > 0;
  }

  /** To issue with. */
  public Optional<DayKey> today() {
    return areKnown()
        ? Optional.ofNullable(heard.byDay().get(Duration.ofMillis(clock.millis()).toDays()))
        : Optional.empty();
  }

  /** The key of that name, as long as it counts. */
  public Optional<DayKey> find(long generation, long day) {
    return Optional.ofNullable(heard.byDay().get(day))
        .filter(key -> key.generation() == generation);
  }

  /** Whether another backend may have begun a generation that this door has not heard of. */
  public boolean mayBeNewer(long generation) {
    return generation == heard.generation() + 1;
  }
}
