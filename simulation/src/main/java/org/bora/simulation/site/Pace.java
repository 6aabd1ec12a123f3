package org.bora.simulation.site;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/** The speed of a disk, and whether it is full. */
final class Pace {
  /** A delay that makes no client give up. */
  private static final Duration HARDLY_FELT = Duration.ofSeconds(4);

  private final Scheduler scheduler;
  private final Choices choices;
  private final Conditions conditions;
  private Optional<Calm> calm = Optional.empty();
  private boolean well;
  private long fullUntil = Long.MIN_VALUE;

  /** Names to which files are renamed slowly. */
  private final Set<String> slowNames = new HashSet<>();

  Pace(Scheduler scheduler, Choices choices, Conditions conditions) {
    this.scheduler = scheduler;
    this.choices = choices;
    this.conditions = conditions;
  }

  /** During calm periods the disk is never slow enough for a client to give up. */
  void meets(Calm met) {
    calm = Optional.of(met);
  }

  /** The disk is fast from now on. */
  void isWell() {
    well = true;
  }

  /** The disk is full for this long. */
  void fills(Duration time) {
    fullUntil = scheduler.nanos() + within(time).toNanos();
  }

  boolean isFull() {
    return scheduler.nanos() < fullUntil && !well;
  }

  /** Whether a call that has just ended may have met a full disk. */
  boolean mayHaveBeenFull(Duration before) {
    return scheduler.nanos() - before.toNanos() < fullUntil;
  }

  private Duration within(Duration time) {
    return calm.map(next -> next.within(time)).orElse(time);
  }

  /** Delays a call before it begins. */
  void takeTime() {
    if (!well && conditions.slowDisk() > 0 && choices.below(conditions.slowDisk()) == 0) {
      sleep(
          isCalm() && conditions.longestCall().compareTo(HARDLY_FELT) > 0
              ? HARDLY_FELT
              : conditions.longestCall());
    }
  }

  /** The next rename to this name is slow. */
  void renamesSlowly(String to) {
    slowNames.add(to);
  }

  /** Delays the rename of a file. */
  void rename(String to) {
    if (slowNames.remove(to) && !well) {
      sleep(HARDLY_FELT);
    }
  }

  /** Delays the reading of a file's bytes. */
  void checksum() {
    if (!well && !conditions.longestChecksum().isZero() && choices.below(2) == 0) {
      sleep(conditions.longestChecksum());
    }
  }

  private boolean isCalm() {
    return calm.filter(Calm::isNow).isPresent();
  }

  private void sleep(Duration most) {
    Duration time = Duration.ofMillis(choices.below(Math.toIntExact(most.toMillis())));
    scheduler.sleep(isCalm() && time.compareTo(HARDLY_FELT) < 0 ? time : within(time));
  }
}
