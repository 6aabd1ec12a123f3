package org.bora.backend.serve;

import java.time.Duration;
import java.util.ArrayList;
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
 * Checks every few seconds whether this backend has what it needs, and informs frontends if not:
 * they use other backends, or answer at once if there are none. Runs from construction to {@link
 * #close}.
 */
public final class HealthWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HealthWatch.class);
  private static final int LOOKS_THAT_COUNT = 2;

  /**
   * Something that a backend needs.
   *
   * @param name what people call it
   * @param looks one of several that are as good as each other: there is no trouble where one of
   *     them finds none. Each says what is wrong, in words for the administrator; it may block, and
   *     is not waited for long
   */
  public record Need(String name, List<Supplier<Optional<String>>> looks) {
    public Need {
      Objects.requireNonNull(name, "name");
      looks = List.copyOf(looks);
    }

    /** A need of one look. */
    public Need(String name, Supplier<Optional<String>> look) {
      this(name, List.of(look));
    }
  }

  private final List<Watched> needs;
  private final ServedHealth health;
  private final Executor executor;
  private final Duration patience;
  private final AtomicBoolean looking = new AtomicBoolean();
  private final ScheduledFuture<?> schedule;
  private Steadiness steadiness = Steadiness.begin(LOOKS_THAT_COUNT);
  private volatile Optional<String> missing = Optional.empty();

  /**
   * Begins to look.
   *
   * @param every the time between two looks, and what one may take
   * @param timer begins them
   * @param executor runs them: they may hang, so best on threads of the platform, for a call of the
   *     filesystem that hangs keeps the carrier of a virtual one
   */
  public HealthWatch(
      List<Need> needs,
      ServedHealth health,
      Duration every,
      ScheduledExecutorService timer,
      Executor executor) {
    this.needs = needs.stream().map(Watched::of).toList();
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
              LOG.error("the health check of this backend failed", e);
            } finally {
              looking.set(false);
            }
          });
    } catch (RejectedExecutionException stopping) {
      looking.set(false);
    }
  }

  /**
   * The look before the first call. It counts by itself: a backend that begins without its storage
   * must not be called until the second look. Takes as long as the needs do.
   */
  public synchronized HealthWatch first() {
    Optional<String> trouble = found();
    told(trouble, new Steadiness(trouble.isEmpty(), 0, LOOKS_THAT_COUNT));
    return this;
  }

  /** Looks now, and tells. */
  synchronized void look() {
    Optional<String> trouble = found();
    told(trouble, steadiness.seen(trouble.isEmpty()));
  }

  private Optional<String> found() {
    return needs.stream().map(this::trouble).flatMap(Optional::stream).findFirst();
  }

  private void told(Optional<String> trouble, Steadiness next) {
    if (next.differs(steadiness)) {
      if (next.well()) {
        LOG.info("everything that this backend needs is back: frontends may call");
      } else {
        LOG.error(
            "this backend does not serve, frontends use other backends: {}", trouble.orElse("?"));
      }
      health.able(next.well());
    }
    if (next.well()) {
      missing = Optional.empty();
    } else if (trouble.isPresent()) {
      missing = trouble;
    }
    steadiness = next;
  }

  /**
   * Why frontends were told to turn to others, for the administrator; empty while they may call.
   */
  public Optional<String> missing() {
    return missing;
  }

  /** A need and the state of its checks. */
  private record Watched(String name, List<Look> looks) {
    static Watched of(Need need) {
      return new Watched(need.name(), need.looks().stream().map(Look::new).toList());
    }
  }

  /** A check; a hanging check is not started again. */
  private static final class Look {
    private final Supplier<Optional<String>> trouble;
    private CompletableFuture<Optional<String>> last =
        CompletableFuture.completedFuture(Optional.empty());
    private boolean hangs;

    Look(Supplier<Optional<String>> trouble) {
      this.trouble = trouble;
    }

    void begin(Executor executor) {
      hangs = !last.isDone();
      if (!hangs) {
        last = CompletableFuture.supplyAsync(trouble, executor);
      }
    }

    Optional<String> answer(long nanos)
        throws InterruptedException, ExecutionException, TimeoutException {
      return last.get(hangs ? 0 : nanos, TimeUnit.NANOSECONDS);
    }
  }

  private Optional<String> trouble(Watched need) {
    need.looks().forEach(look -> look.begin(executor));
    long end = System.nanoTime() + patience.toNanos();
    List<String> troubles = new ArrayList<>();
    for (Look look : need.looks()) {
      Optional<String> trouble = bounded(need.name(), look, end - System.nanoTime());
      if (trouble.isEmpty()) {
        return Optional.empty();
      }
      troubles.add(trouble.get());
    }
    return troubles.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", troubles));
  }

  /** A filesystem whose server is gone does not fail, it hangs. */
  private Optional<String> bounded(String name, Look look, long nanos) {
    try {
      return look.answer(Math.max(0, nanos));
    } catch (TimeoutException hangs) {
      return Optional.of(name + " does not answer within " + patience.toMillis() + " ms");
    } catch (ExecutionException e) {
      return Optional.of(name + ": " + e.getCause());
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
