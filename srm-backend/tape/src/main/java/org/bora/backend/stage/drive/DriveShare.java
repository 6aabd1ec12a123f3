package org.bora.backend.stage.drive;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Decides who may take a free drive. Recalls come first: a caller waits for the file, while a file
 * that waits for migration is safe on disk. But a buffer whose files never get to tape fills up, so
 * migration gets the next drive if it has waited for its limit without any drive. If there are
 * several drives, one is left to recalls, because a migration batch takes long. Pure.
 *
 * @param patience how long migration waits behind recalls
 * @param memory how long a use counts as waiting after its last request
 */
public record DriveShare(Duration patience, Duration memory) {

  public DriveShare {
    if (patience.isNegative() || memory.isNegative()) {
      throw new IllegalArgumentException(
          "patience is " + patience + " and memory " + memory + ", both must be 0 or more");
    }
  }

  /** 10 minutes of patience, a minute of memory. */
  public static DriveShare defaults() {
    return new DriveShare(Duration.ofMinutes(10), Duration.ofMinutes(1));
  }

  /**
   * A use that has asked for a drive without getting one.
   *
   * @param since time of the first request
   * @param seen time of the last request
   */
  public record Wish(Instant since, Instant seen) {
    public Wish {
      Objects.requireNonNull(since, "since");
      Objects.requireNonNull(seen, "seen");
    }
  }

  /**
   * Whether a drive may be taken now.
   *
   * @param drives all of the library
   * @param wishes of those without a drive, including the caller
   */
  boolean mayTake(
      DriveUse use, Collection<DriveState> drives, Map<DriveUse, Wish> wishes, Instant now) {
    long free = drives.stream().filter(drive -> drive.isFree(now)).count();
    if (free == 0) {
      return false;
    }
    boolean starving = isStarving(drives, wishes, now);
    return switch (use) {
      case RECALL -> !starving || free > 1;
      case MIGRATE -> starving || (!waits(DriveUse.RECALL, wishes, now) && hasRoom(drives, now));
      case REMOVE ->
          !waits(DriveUse.RECALL, wishes, now)
              && !waits(DriveUse.MIGRATE, wishes, now)
              && hasRoom(drives, now);
    };
  }

  private boolean isStarving(
      Collection<DriveState> drives, Map<DriveUse, Wish> wishes, Instant now) {
    return held(drives, DriveUse.MIGRATE, now) == 0
        && wish(DriveUse.MIGRATE, wishes, now)
            .filter(wish -> !wish.since().plus(patience).isAfter(now))
            .isPresent();
  }

  private boolean hasRoom(Collection<DriveState> drives, Instant now) {
    long others = held(drives, DriveUse.MIGRATE, now) + held(drives, DriveUse.REMOVE, now);
    return others < Math.max(1, drives.size() - 1);
  }

  private boolean waits(DriveUse use, Map<DriveUse, Wish> wishes, Instant now) {
    return wish(use, wishes, now).isPresent();
  }

  /** Also empty if it was dropped. */
  Optional<Wish> wish(DriveUse use, Map<DriveUse, Wish> wishes, Instant now) {
    return Optional.ofNullable(wishes.get(use))
        .filter(wish -> !wish.seen().plus(memory).isBefore(now));
  }

  private static long held(Collection<DriveState> drives, DriveUse use, Instant now) {
    return drives.stream()
        .filter(drive -> !drive.isFree(now))
        .filter(drive -> drive.hold().filter(held -> held.use() == use).isPresent())
        .count();
  }
}
