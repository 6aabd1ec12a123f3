package org.bora.backend.stage.drive;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A drive as the database knows it. Which of its drives a tape system really uses is its own
 * affair: there are as many of these.
 *
 * @param slot from 0
 * @param hold while a batch has it
 * @param loaded what the last batch left in it, as far as is known
 * @param pace how fast its last recalls were
 */
public record DriveState(int slot, Optional<Held> hold, Optional<Loaded> loaded, Pace pace) {

  /**
   * The hold of a batch.
   *
   * @param holder made for this hold alone
   * @param volume that the batch works on; empty where it is not known
   * @param lease when it is over, unless it is renewed
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
   * A volume that need not be mounted, if it was not taken out meanwhile.
   *
   * @param head position of the last file read, -1 where it is not known
   * @param passSince when the pass over it began
   */
  public record Loaded(String volume, long head, Instant passSince) {
    public Loaded {
      Objects.requireNonNull(volume, "volume");
      Objects.requireNonNull(passSince, "passSince");
    }
  }

  /**
   * What a batch of recalls has come to; nothing where there was none yet.
   *
   * @param took mount and all
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

  /** Whether it can be taken: a hold whose lease is over is none. */
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
