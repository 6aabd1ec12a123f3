package org.bora.backend.database;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * The time until which a backend may assume that the open transactions of a session are still its
 * own. Another backend ends the sessions of a silent one ({@link Membership}), but not before this
 * time. A transaction that changes something outside the database, where no COMMIT would fail, does
 * so only under a valid lease.
 *
 * <p>An expired lease may be renewed: only a stay that has not been given up is renewed, so none of
 * its sessions was ended meanwhile. A lost lease stays lost. Thread safe.
 */
public final class Lease {
  private final Optional<UUID> stay;
  private final LongSupplier nanos;
  private final long length;
  private volatile long until;
  private volatile boolean lost;

  /**
   * Holds at once.
   *
   * @param stay the stay that other backends may end
   * @param nanos as {@link System#nanoTime}, which cannot be set
   * @param asked when the stay was requested
   */
  Lease(UUID stay, LongSupplier nanos, Duration length, long asked) {
    this(Optional.of(stay), nanos, length, asked);
  }

  private Lease(Optional<UUID> stay, LongSupplier nanos, Duration length, long asked) {
    this.stay = Objects.requireNonNull(stay, "stay");
    this.nanos = nanos;
    this.length = length.toNanos();
    this.until = asked + this.length;
  }

  /** Of sessions that are not ended. */
  static Lease endless() {
    return new Lease(Optional.empty(), () -> 0, Duration.ofDays(1), 0);
  }

  /** Of a session that was broken off. */
  static Lease none() {
    Lease none = endless();
    none.lose();
    return none;
  }

  /**
   * Records that other backends can see this one. For one thread.
   *
   * @param asked when the beat was sent: they may have seen it as early as then
   */
  void renewed(long asked) {
    until = asked + length;
  }

  /** The stay was given up: its sessions may have been ended. */
  void lose() {
    lost = true;
  }

  /** The stay in {@code backend_presence}; empty where no other backend ends sessions. */
  public Optional<UUID> stay() {
    return stay;
  }

  boolean isLost() {
    return lost;
  }

  /** Whether no other backend can have given the stay up. */
  public boolean holds() {
    return !lost && nanos.getAsLong() - until < 0;
  }
}
