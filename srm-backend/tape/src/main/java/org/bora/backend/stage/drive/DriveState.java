package org.bora.backend.stage.drive;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A drive in the database. The tape system itself decides which of its drives it really uses; only
 * their number is the same.
 *
 * @param slot from 0
 * @param hold present while a batch holds it
 * @param loaded volume that the last batch left in it, if known
 * @param pace speed of its last recalls
 */
public record DriveState(int slot, Optional<Held> hold, Optional<Loaded> loaded, Pace pace) {

  /**
   * The hold of a batch.
   *
   * @param holder made for this hold alone
   * @param volume volume of the batch; empty if unknown
   * @param lease when it ends unless renewed
   */
  public record Held(UUID holder, DriveUse use, Optional<String> volume, Instant lease) {
    public Held {
      Objects.requireNonNull(holder, "holder");
      Objects.requireNonNull(use, "use");
      Objects.requireNonNull(volume, "volume");
      Objects.requireNonNull(lease, "lease");
    }
  }

  /**
   * A volume that is still mounted, unless the tape system has removed it meanwhile.
   *
   * @param head position of the last file read; -1 if unknown
   * @param passSince when the pass over it began
   */
  public record Loaded(String volume, long head, Instant passSince) {
    public Loaded {
      Objects.requireNonNull(volume, "volume");
      Objects.requireNonNull(passSince, "passSince");
    }
  }

  /**
   * The speed of the last recall batch; zero if there was none.
   *
   * @param took duration, including the mount
   */
  public record Pace(Duration took, long files, long bytes) {
    public static final Pace NONE = new Pace(Duration.ZERO, 0, 0);

    public Pace {
      Objects.requireNonNull(took, "took");
    }
  }

  public DriveState {
    Objects.requireNonNull(hold, "hold");
    Objects.requireNonNull(loaded, "loaded");
    Objects.requireNonNull(pace, "pace");
  }

  /** The volume that is being worked on at {@code now}. */
  public Optional<String> busyWith(Instant now) {
    return live(now).flatMap(Held::volume);
  }

  /** Whether it can be taken; an expired hold does not count. */
  public boolean isFree(Instant now) {
    return live(now).isEmpty();
  }

  private Optional<Held> live(Instant now) {
    return hold.filter(held -> now.isBefore(held.lease()));
  }

  DriveState with(Optional<Held> next) {
    return new DriveState(slot, next, loaded, pace);
  }

  boolean isHeldBy(UUID holder) {
    return hold.filter(held -> held.holder().equals(holder)).isPresent();
  }
}
