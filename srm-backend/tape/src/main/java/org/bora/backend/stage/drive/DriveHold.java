package org.bora.backend.stage.drive;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A drive that is a batch's until it is closed, or until its lease is over without having been
 * renewed: then another may have the drive and the volume, and whatever its batch still brings must
 * not be taken for granted. Thread safe.
 */
public final class DriveHold implements AutoCloseable {
  private final Drives drives;
  private final String library;
  private final int slot;
  private final UUID holder;

  DriveHold(Drives drives, String library, int slot, UUID holder) {
    this.drives = drives;
    this.library = Objects.requireNonNull(library, "library");
    this.slot = slot;
    this.holder = Objects.requireNonNull(holder, "holder");
  }

  /** The library's name. */
  public String library() {
    return library;
  }

  /** Which of its drives, from 0. */
  public int slot() {
    return slot;
  }

  /** Made for this hold alone. */
  public UUID holder() {
    return holder;
  }

  /** Prolongs it by a lease. False where it was over, and another batch has the drive by now. */
  public boolean renew() {
    return drives.renew(this);
  }

  /**
   * Says which volume the batch works on; empty text where that is not known. False, and nothing
   * changes, where another batch works on it, or where the hold was over.
   */
  public boolean setVolume(String volume) {
    return drives.setVolume(this, volume);
  }

  /**
   * Ends it, and tells the next holder what lies in the drive.
   *
   * @param loaded empty where that is not known
   * @param pace empty where nothing was measured
   */
  public void leave(Optional<DriveState.Loaded> loaded, Optional<DriveState.Pace> pace) {
    drives.giveBack(this, loaded, pace);
  }

  /** Ends it; nothing happens where it has ended. */
  @Override
  public void close() {
    drives.giveBack(this, Optional.empty(), Optional.empty());
  }
}
