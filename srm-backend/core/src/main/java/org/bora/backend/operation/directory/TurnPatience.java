package org.bora.backend.operation.directory;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.backend.listing.Listings;
import org.bora.backend.listing.Listings.Turn;

/**
 * The patience of a listing that may outlive its call: first that of the caller, and once it has a
 * turn and a token, that of the turn, whose lease it renews. The thread of the listing asks; the
 * thread of the call switches or ends it.
 */
final class TurnPatience implements ListingPatience {

  /** The caller no longer waits. */
  static final class GivenUp extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GivenUp() {
      super("the caller of the listing has left", null, false, false);
    }
  }

  private final Clock clock;
  private final Listings listings;
  private volatile Instant deadline;
  private volatile boolean givenUp;
  private volatile Turn turn;

  TurnPatience(Clock clock, Listings listings, Instant deadline) {
    this.clock = clock;
    this.listings = listings;
    this.deadline = deadline;
  }

  /** From now on the listing is a separate request. */
  void prolong(Turn begun) {
    turn = begun;
    deadline = begun.deadline();
  }

  void giveUp() {
    givenUp = true;
  }

  /** The turn with its last lease; empty while the listing belongs to its call. */
  Optional<Turn> turn() {
    return Optional.ofNullable(turn);
  }

  @Override
  public void check() {
    if (givenUp) {
      throw new GivenUp();
    }
    Instant now = clock.instant();
    if (!now.isBefore(deadline)) {
      throw new BackendFailure(
          BackendFailure.Kind.TIMED_OUT, "the listing took longer than it may", null);
    }
    Turn mine = turn;
    if (mine != null && mine.isStale(now)) {
      turn = listings.renew(mine).orElseThrow(GivenUp::new);
    }
  }
}
