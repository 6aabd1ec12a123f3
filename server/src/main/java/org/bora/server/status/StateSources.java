package org.bora.server.status;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bora.api.figures.LinkFigures;
import org.bora.server.drain.Drain;
import org.bora.server.process.ProcessIdentity;

/**
 * Where a process finds what it tells of itself. Parts are added while it starts, by one thread;
 * after that {@link #now} may be asked by many.
 */
public final class StateSources {
  private final String process;
  private final String version;
  private final Instant started;
  private final Clock clock;
  private final List<Supplier<List<Trouble>>> troubles = new ArrayList<>();
  private Optional<Supplier<CallState>> calls = Optional.empty();
  private Optional<Supplier<List<LinkFigures>>> backends = Optional.empty();
  private LongSupplier alarms = () -> 0;

  /**
   * Nothing is known but this.
   *
   * @param process bora, frontend or backend
   */
  public StateSources(String process, String version, Clock clock) {
    this.process = Objects.requireNonNull(process, "process");
    this.version = Objects.requireNonNull(version, "version");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.started = clock.instant();
  }

  /** It has calls of clients. */
  public void calls(Supplier<CallState> now) {
    calls = Optional.of(now);
  }

  /** It asks backends; without one that it can use it is in trouble. */
  public void backends(Supplier<List<LinkFigures>> now) {
    backends = Optional.of(now);
    troubles.add(
        () ->
            now.get().stream().anyMatch(LinkFigures::ready)
                ? List.of()
                : List.of(
                    new Trouble("link", "no backend can be used, clients are told to try again")));
  }

  /** It has tape systems, whose alarms are counted. */
  public void alarms(LongSupplier now) {
    alarms = now;
  }

  /** It may lack this. */
  public void trouble(Supplier<List<Trouble>> now) {
    troubles.add(now);
  }

  /** What it tells now. */
  public ProcessState now(Drain drain) {
    return new ProcessState(
        process,
        Optional.of(ProcessIdentity.ofSelf().pid()),
        Optional.of(version),
        Optional.of(started),
        Duration.between(started, clock.instant()).toSeconds(),
        Optional.of(drain.now()),
        troubles.stream().flatMap(each -> each.get().stream()).toList(),
        calls.map(Supplier::get),
        alarms.getAsLong(),
        backends.map(Supplier::get).orElse(List.of()));
  }
}
