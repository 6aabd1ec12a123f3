package org.bora.gridftp.door;

import java.time.Instant;

/**
 * The health of a door and how close it is to changing. Pure: {@link #after} makes the next state
 * from a check.
 *
 * @param checked whether any check has been counted yet
 * @param against checks in a row that contradict {@code health}
 */
record DoorState(DoorHealth health, boolean checked, int against) {

  /** Nothing is known yet, so it gets no TURLs; the first check decides at once. */
  static DoorState unknown(Door door, Instant now) {
    return new DoorState(new DoorHealth(door, false, now, "not checked yet"), false, 0);
  }

  /** What is known after a check that ended at {@code now}. */
  DoorState after(CheckResult result, Instant now, WatchSettings settings) {
    return switch (result) {
      case CheckResult.Passed _ -> passed(now, settings.successesToOpen());
      case CheckResult.Failed failed -> failed(failed.reason(), now, settings.failuresToClose());
    };
  }

  private DoorState passed(Instant now, int needed) {
    if (health.healthy()) {
      return new DoorState(health, true, 0);
    }
    if (checked && against + 1 < needed) {
      return new DoorState(health, true, against + 1);
    }
    return new DoorState(new DoorHealth(health.door(), true, now, ""), true, 0);
  }

  private DoorState failed(String reason, Instant now, int needed) {
    if (!health.healthy()) {
      // still down, perhaps for another reason; since keeps saying when it went down
      return new DoorState(new DoorHealth(health.door(), false, health.since(), reason), true, 0);
    }
    if (against + 1 < needed) {
      return new DoorState(health, true, against + 1);
    }
    return new DoorState(new DoorHealth(health.door(), false, now, reason), true, 0);
  }
}
