package org.bora.backend.area;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.api.area.ServedArea;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The gates of all areas of a process. Thread safe. */
public final class AreaGates {
  private static final Logger LOG = LoggerFactory.getLogger(AreaGates.class);

  private final List<AreaGate> all;

  public AreaGates(List<AreaGate> all) {
    this.all = List.copyOf(all);
  }

  /** The gate of an area of this configuration. */
  public Optional<AreaGate> of(String area) {
    return all.stream().filter(gate -> gate.name().equals(area)).findFirst();
  }

  /** A sentence for each area that this process does not serve. */
  public List<String> withheld() {
    return all.stream().flatMap(gate -> gate.trouble().stream()).toList();
  }

  /** The directories of the areas, for doors; without withheld areas. */
  public List<ServedArea> served() {
    return all.stream().flatMap(gate -> gate.served().stream()).toList();
  }

  /**
   * Looks at each area now and then, until the result is closed. An area that hangs keeps none of
   * the others waiting.
   *
   * @param executor runs the looks, which may hang in a filesystem
   */
  public AutoCloseable watch(Duration every, ScheduledExecutorService timer, Executor executor) {
    List<ScheduledFuture<?>> looks =
        all.stream().<ScheduledFuture<?>>map(gate -> watch(gate, every, timer, executor)).toList();
    return () -> looks.forEach(look -> look.cancel(false));
  }

  private static ScheduledFuture<?> watch(
      AreaGate gate, Duration every, ScheduledExecutorService timer, Executor executor) {
    AtomicBoolean looking = new AtomicBoolean();
    return timer.scheduleWithFixedDelay(
        () -> begin(gate, looking, executor),
        every.toMillis(),
        every.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  private static void begin(AreaGate gate, AtomicBoolean looking, Executor executor) {
    if (!looking.compareAndSet(false, true)) {
      return;
    }
    try {
      executor.execute(
          () -> {
            try {
              gate.look();
            } catch (RuntimeException surprise) {
              LOG.error(
                  "the check of the root of area {} failed; it is repeated", gate.name(), surprise);
            } finally {
              looking.set(false);
            }
          });
    } catch (RejectedExecutionException stopping) {
      looking.set(false);
    }
  }
}
