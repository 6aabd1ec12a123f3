package org.bora.backend.stage.drive;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A drive held by a batch until it is closed, or until its lease ends without renewal. Then another
 * batch may have the drive and the volume, and late results of this batch must not be trusted.
 * Thread safe.
 */
public final class DriveHold implements AutoCloseable {
  private final Drives drives;
  private final String library;
  private final int slot;
  private final UUID holder;

  /** When the lease ends, as far as this process knows. */
  private Instant until;

  private boolean lapsed;

  DriveHold(Drives drives, String library, int slot, UUID holder, Instant until) {
    this.drives = drives;
    this.library = Objects.requireNonNull(library, "library");
    this.slot = slot;
    this.holder = Objects.requireNonNull(holder, "holder");
    this.until = Objects.requireNonNull(until, "until");
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
    Optional<Instant> next = drives.renew(this);
    next.ifPresent(this::lasts);
    return next.isPresent();
  }

  private synchronized void lasts(Instant next) {
    lapsed = hasLapsed();
    until = next;
  }

  /**
   * Whether the lease was ever over: this process stood still, or its database did. What the holder
   * had claimed may have been taken up by others then, though the drive may still be its own.
   */
  public synchronized boolean hasLapsed() {
    return lapsed || !drives.now().isBefore(until);
  }

  /**
   * Says which volume the batch works on; empty text where that is not known. False, and nothing
   * changes, where another batch works on it, or where the hold was over.
   */
  public boolean setVolume(String volume) {
    Optional<Instant> next = drives.setVolume(this, volume);
    next.ifPresent(this::lasts);
    return next.isPresent();
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

  /** Ends it; without effect if it has ended. */
  @Override
  public void close() {
    drives.giveBack(this, Optional.empty(), Optional.empty());
  }
}
