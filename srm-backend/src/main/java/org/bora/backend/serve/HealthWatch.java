package org.bora.backend.serve;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every few seconds whether this backend has what it needs, and tells frontends when it has
 * not: they turn to others, or answer at once where there is none. From construction to {@link
 * #close}.
 */
public final class HealthWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HealthWatch.class);
  private static final int LOOKS_THAT_COUNT = 2;

  /**
   * Something that a backend cannot do without.
   *
   * @param name what people call it
   * @param trouble what is wrong with it, in words for the administrator; may block, is not waited
   *     for long
   */
  public record Need(String name, Supplier<Optional<String>> trouble) {
    public Need {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(trouble, "trouble");
    }
  }

  private final List<Need> needs;
  private final ServedHealth health;
  private final Executor executor;
  private final Duration patience;
  private final AtomicBoolean looking = new AtomicBoolean();
  private final ScheduledFuture<?> schedule;
  private Steadiness steadiness = Steadiness.begin(LOOKS_THAT_COUNT);

  /**
   * Begins to look.
   *
   * @param every the time between two looks, and what one may take
   * @param timer begins them
   * @param executor runs them: they may hang
   */
  public HealthWatch(
      List<Need> needs,
      ServedHealth health,
      Duration every,
      ScheduledExecutorService timer,
      Executor executor) {
    this.needs = List.copyOf(needs);
    this.health = Objects.requireNonNull(health, "health");
    this.executor = Objects.requireNonNull(executor, "executor");
    this.patience = every;
    long millis = every.toMillis();
    this.schedule =
        timer.scheduleWithFixedDelay(this::begin, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void begin() {
    if (!looking.compareAndSet(false, true)) {
      return;
    }
    try {
      executor.execute(
          () -> {
            try {
              look();
            } catch (RuntimeException e) {
              LOG.error("health could not be looked at", e);
            } finally {
              looking.set(false);
            }
          });
    } catch (RejectedExecutionException stopping) {
      looking.set(false);
    }
  }

  /** Looks now, and tells. */
  synchronized void look() {
    Optional<String> trouble =
        needs.stream().map(this::bounded).flatMap(Optional::stream).findFirst();
    Steadiness next = steadiness.seen(trouble.isEmpty());
    if (next.differs(steadiness)) {
      if (next.well()) {
        LOG.info("all that is needed is there again: frontends may call");
      } else {
        LOG.error("frontends turn to other backends: {}", trouble.orElse("?"));
      }
      health.able(next.well());
    }
    steadiness = next;
  }

  /** A filesystem whose server is gone does not fail, it hangs. */
  private Optional<String> bounded(Need need) {
    try {
      return CompletableFuture.supplyAsync(need.trouble(), executor)
          .get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException hangs) {
      return Optional.of(need.name() + " does not answer within " + patience.toMillis() + " ms");
    } catch (ExecutionException e) {
      return Optional.of(need.name() + ": " + e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    schedule.cancel(false);
  }
}
