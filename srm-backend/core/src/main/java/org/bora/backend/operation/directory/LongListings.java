package org.bora.backend.operation.directory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bora.api.BackendFailure;
import org.bora.api.directory.LsReply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Rulings;
import org.bora.backend.listing.Enquiry;
import org.bora.backend.listing.KeptListing;
import org.bora.backend.listing.ListingSettings;
import org.bora.backend.listing.Listings;
import org.bora.backend.listing.Listings.Turn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs listings on separate threads. A listing that ends in time is the answer of its call, without
 * any use of the database. A longer one becomes a request, continues, and is fetched with its
 * token. Thread safe.
 */
public final class LongListings {
  private static final Logger LOG = LoggerFactory.getLogger(LongListings.class);

  private final Lister lister;
  private final Listings listings;
  private final ListingSettings settings;
  private final Clock clock;
  private final Executor executor;
  private final Semaphore room;

  /**
   * @param executor runs the listings, which block; a thread for each
   */
  public LongListings(
      Lister lister, Listings listings, ListingSettings settings, Clock clock, Executor executor) {
    this.lister = lister;
    this.listings = listings;
    this.settings = settings;
    this.clock = clock;
    this.executor = executor;
    this.room = new Semaphore(settings.atOnce());
  }

  /** What was found, or a token. */
  LsReply list(Enquiry enquiry, Instant deadline) {
    TurnPatience patience = new TurnPatience(clock, listings, deadline);
    CompletableFuture<LsReply> listing = begin(enquiry, patience);
    boolean answered = false;
    try {
      Optional<LsReply> soon = await(listing, settings.asyncAfter(), deadline);
      LsReply reply =
          soon.isPresent()
              ? soon.get()
              : room.tryAcquire()
                  ? later(enquiry, patience, listing)
                  : await(listing, settings.longest(), deadline).orElseThrow(LongListings::late);
      answered = true;
      return reply;
    } finally {
      if (!answered) {
        patience.giveUp();
      }
    }
  }

  private CompletableFuture<LsReply> begin(Enquiry enquiry, ListingPatience patience) {
    return CompletableFuture.supplyAsync(
        Rulings.carried(() -> lister.list(enquiry, patience)), executor);
  }

  /** Empty if it is not done within this time, or before the deadline. */
  private Optional<LsReply> await(
      CompletableFuture<LsReply> listing, Duration time, Instant deadline) {
    Duration left = Duration.between(clock.instant(), deadline);
    Duration most = left.compareTo(time) < 0 ? left : time;
    try {
      return Optional.of(listing.get(Math.max(0, most.toNanos()), TimeUnit.NANOSECONDS));
    } catch (TimeoutException notYet) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackendFailure(
          BackendFailure.Kind.TRANSIENT, "the service is going down, try again", e);
    }
  }

  private static BackendFailure late() {
    return new BackendFailure(
        BackendFailure.Kind.TIMED_OUT, "the listing took longer than the caller waits", null);
  }

  /** Makes it a request; there is room for it, which it gives back when it ends. */
  private LsReply later(
      Enquiry enquiry, TurnPatience patience, CompletableFuture<LsReply> listing) {
    Turn turn;
    try {
      turn = listings.begin(enquiry);
    } catch (RuntimeException e) {
      room.release();
      throw e;
    }
    follow(turn, patience, listing);
    return inProgress(turn.token().toString());
  }

  private void follow(Turn turn, TurnPatience patience, CompletableFuture<LsReply> listing) {
    patience.prolong(turn);
    executor.execute(
        () -> {
          try {
            keep(patience, listing);
          } catch (RuntimeException e) {
            // Its lease runs out; then the next call that asks for it has it listed again.
            LOG.error("the result of listing {} cannot be stored", turn.token(), e);
          } finally {
            room.release();
          }
        });
  }

  private void keep(TurnPatience patience, CompletableFuture<LsReply> listing) {
    LsReply reply;
    try {
      reply = listing.join();
    } catch (CompletionException e) {
      giveUp(patience.turn().orElseThrow(), e.getCause());
      return;
    }
    listings.finish(patience.turn().orElseThrow(), reply);
  }

  private void giveUp(Turn turn, Throwable why) {
    if (why instanceof BackendFailure late && late.kind() == BackendFailure.Kind.TIMED_OUT) {
      listings.fail(
          turn,
          ReturnStatus.of(
              SrmStatus.REQUEST_TIMED_OUT,
              "the listing took longer than it may; list fewer names or levels at once"));
    } else if (!(why instanceof TurnPatience.GivenUp)) {
      LOG.error("listing {} failed", turn.token(), why);
    }
  }

  /** The answer while the listing continues; restarts it if its backend has died. */
  LsReply askedFor(KeptListing listing) {
    if (room.tryAcquire()) {
      boolean begun = false;
      try {
        Optional<Turn> turn = listings.takeOver(listing);
        turn.ifPresent(next -> beginAgain(listing.enquiry(), next));
        begun = turn.isPresent();
      } finally {
        if (!begun) {
          room.release();
        }
      }
    }
    return new LsReply(
        listing.waiting(), Optional.of(listing.head().token().toString()), List.of());
  }

  private void beginAgain(Enquiry enquiry, Turn turn) {
    TurnPatience patience = new TurnPatience(clock, listings, turn.deadline());
    LOG.info("listing {} is restarted, round {}", turn.token(), turn.round());
    follow(turn, patience, begin(enquiry, patience));
  }

  private static LsReply inProgress(String token) {
    return new LsReply(
        ReturnStatus.of(SrmStatus.REQUEST_INPROGRESS, "the listing goes on"),
        Optional.of(token),
        List.of());
  }
}
