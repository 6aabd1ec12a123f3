package org.bora.gridftp.door;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One door under watch. At most one check of it runs at a time, even when that one hangs: a dead
 * server must not gather threads. Readers take no lock.
 */
final class WatchedDoor {

  private static final Logger LOG = LoggerFactory.getLogger(WatchedDoor.class);

  private final Door door;
  private final WatchSettings settings;
  private final DoorProbe probe;
  private final Executor checks;
  private volatile DoorState state;
  private Check check;
  private Instant countedAt;

  WatchedDoor(Door door, WatchSettings settings, DoorProbe probe, Executor checks, Instant now) {
    this.door = door;
    this.settings = settings;
    this.probe = probe;
    this.checks = checks;
    this.state = DoorState.unknown(door, now);
    this.countedAt = now;
  }

  DoorHealth health() {
    return state.health();
  }

  /** Begins a check when one is due and gives up one that hangs. */
  synchronized void turn(Instant now, InstantSource clock) {
    if (check != null && !check.done()) {
      overstayed(now);
    } else if (check == null || passed(check.startedAt(), now, settings.interval())) {
      begin(now, clock);
    }
  }

  synchronized void stop() {
    if (check != null) {
      check.abandon();
    }
  }

  private void begin(Instant now, InstantSource clock) {
    Check next =
        new Check(door, probe, settings.timeout(), now, result -> count(result, clock.instant()));
    check = next;
    try {
      checks.execute(next);
    } catch (RejectedExecutionException e) {
      next.abandon();
      next.run(); // only marks it as done
      count(new CheckResult.Failed("no thread for the check: " + e.getMessage()), now);
    }
  }

  private void overstayed(Instant now) {
    if (!check.abandoned()) {
      if (passed(check.startedAt(), now, settings.abandonAfter())) {
        check.abandon();
        count(new CheckResult.Failed("no answer within " + seconds(settings.timeout())), now);
      }
    } else if (passed(countedAt, now, settings.interval())) {
      count(new CheckResult.Failed("the check begun at " + check.startedAt() + " hangs"), now);
    }
  }

  private synchronized void count(CheckResult result, Instant now) {
    DoorHealth before = state.health();
    boolean first = !state.checked();
    state = state.after(result, now, settings);
    countedAt = now;
    DoorHealth after = state.health();
    if (before.healthy() != after.healthy() || first) {
      say(after, result);
    }
  }

  private void say(DoorHealth health, CheckResult result) {
    String where = door.host() + ":" + door.port();
    if (health.healthy()) {
      String extent = result instanceof CheckResult.Passed passed ? passed.extent() : "";
      LOG.info("door {} ({}) is up: {}", door.name(), where, extent);
    } else {
      LOG.error("door {} ({}) is down and gets no TURLs: {}", door.name(), where, health.reason());
    }
  }

  /** A clock set back counts as time passed: a check too many is better than none for an hour. */
  private static boolean passed(Instant from, Instant now, Duration time) {
    Duration gone = Duration.between(from, now);
    return gone.isNegative() || gone.compareTo(time) >= 0;
  }

  private static String seconds(Duration time) {
    return time.toMillis() / 1000.0 + " s";
  }
}
