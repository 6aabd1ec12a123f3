package org.bora.backend.pin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.TokenSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pins files with a deferred start when their time has come, on every backend, from construction to
 * {@link #close}. Files are claimed with a lease: what a backend that dies had claimed is taken by
 * another when the lease is over. Whether the caller may stage was decided when the request was
 * made; whether the file is there, is looked at now.
 */
public final class DuePins implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DuePins.class);
  private static final int BATCH = 200;

  /** Looking at a batch of files on a disk takes far less. */
  private static final Duration LEASE = Duration.ofMinutes(2);

  private final Transactions transactions;
  private final PinTable pins = new PinTable();
  private final Locator locator;
  private final TokenSource tokens;
  private final ScheduledFuture<?> schedule;

  /**
   * Begins to look.
   *
   * @param executor runs the rounds; it is the caller's to close, after this
   */
  public DuePins(
      PinSettings settings,
      Transactions transactions,
      Locator locator,
      TokenSource tokens,
      ScheduledExecutorService executor) {
    this.transactions = transactions;
    this.locator = locator;
    this.tokens = tokens;
    long millis = settings.startCheck().toMillis();
    this.schedule =
        executor.scheduleWithFixedDelay(this::quietRound, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void quietRound() {
    try {
      round();
    } catch (RuntimeException e) {
      // The next round tries again; an exception would end the schedule.
      LOG.error("files with a deferred start could not be pinned", e);
    }
  }

  /** Pins what is due now, and ends what waited beyond its time. Returns how many were due. */
  public int round() {
    int done = 0;
    while (true) {
      List<Pin> due = claim();
      if (!due.isEmpty()) {
        settle(due);
      }
      done += due.size();
      if (due.size() < BATCH) {
        timeOut();
        return done;
      }
    }
  }

  private List<Pin> claim() {
    Instant now = tokens.now();
    return transactions.run(
        sql -> pins.claimReady(sql, WaitReason.DEFERRED_START, now, now.plus(LEASE), BATCH));
  }

  private void settle(List<Pin> due) {
    List<Pin> settled = due.stream().map(this::settled).toList();
    transactions.run(
        sql -> {
          pins.settle(sql, settled);
          return settled;
        });
  }

  private Pin settled(Pin pin) {
    if (!(locator.locate(pin.surl()) instanceof Place place)) {
      return pin.refused(FileLook.gone());
    }
    FileLook.Seen seen = FileLook.at(place, tokens.now(), physical -> Optional.empty());
    return seen.failure().map(pin::refused).orElseGet(() -> pin.pinned(seen.size(), tokens.now()));
  }

  private void timeOut() {
    Instant now = tokens.now();
    transactions.run(sql -> pins.timeOut(sql, now));
  }

  /** Ends the schedule; a round that runs is finished by the executor. */
  @Override
  public void close() {
    schedule.cancel(false);
  }
}
