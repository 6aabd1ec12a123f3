package org.bora.simulation.site;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/** How fast a disk is, and whether it has room for anything new. */
final class Pace {
  /** No client gives up for that. */
  private static final Duration HARDLY_FELT = Duration.ofSeconds(4);

  private final Scheduler scheduler;
  private final Choices choices;
  private final Conditions conditions;
  private Optional<Calm> calm = Optional.empty();
  private boolean well;
  private long fullUntil = Long.MIN_VALUE;

  /** New names that files get slowly. */
  private final Set<String> slowNames = new HashSet<>();

  Pace(Scheduler scheduler, Choices choices, Conditions conditions) {
    this.scheduler = scheduler;
    this.choices = choices;
    this.conditions = conditions;
  }

  /** In it the disk is never slow enough for a client to give up. */
  void meets(Calm met) {
    calm = Optional.of(met);
  }

  /** It answers at once from now on. */
  void isWell() {
    well = true;
  }

  /** It has no room for anything new for so long. */
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

  /** A slow disk is slow before it begins. */
  void takeTime() {
    if (!well && conditions.slowDisk() > 0 && choices.below(conditions.slowDisk()) == 0) {
      sleep(
          isCalm() && conditions.longestCall().compareTo(HARDLY_FELT) > 0
              ? HARDLY_FELT
              : conditions.longestCall());
    }
  }

  /** The next rename to this name takes some time. */
  void renamesSlowly(String to) {
    slowNames.add(to);
  }

  /** A file gets another name. */
  void rename(String to) {
    if (slowNames.remove(to) && !well) {
      sleep(HARDLY_FELT);
    }
  }

  /** The bytes of a file are read. */
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
