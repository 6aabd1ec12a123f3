package org.bora.backend.pin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bora.backend.database.Transactions;
import org.bora.backend.duty.Duty;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pins files with a deferred start when their time has come, on every backend, from construction to
 * {@link #close}. Files are claimed with a lease, so another backend takes over the claims of a
 * dead one when the lease ends. Files that are then only on tape continue to wait for their recall.
 * The right to stage was checked when the request was made; the existence of the file is checked
 * now.
 */
public final class DuePins implements Duty, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DuePins.class);
  private static final int BATCH = 200;

  /** Looking at a batch of files on a disk takes far less. */
  private static final Duration LEASE = Duration.ofMinutes(2);

  private final Transactions transactions;
  private final PinTable pins = new PinTable();
  private final StagedPinTable stagedPins = new StagedPinTable();
  private final PinEntry entry;
  private final CertainFiles certain = new CertainFiles();
  private final Locator locator;
  private final TokenSource tokens;
  private final ScheduledFuture<?> schedule;
  private volatile boolean resting;
  private volatile boolean busy;

  /**
   * Begins to look.
   *
   * @param executor runs the rounds; it is the caller's to close, after this
   */
  public DuePins(
      PinSettings settings,
      Transactions transactions,
      Locator locator,
      Staging staging,
      TokenSource tokens,
      ScheduledExecutorService executor) {
    this.transactions = transactions;
    this.locator = locator;
    this.entry = new PinEntry(staging);
    this.tokens = tokens;
    long millis = settings.startCheck().toMillis();
    this.schedule =
        executor.scheduleWithFixedDelay(this::quietRound, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void quietRound() {
    if (resting) {
      return;
    }
    busy = true;
    try {
      round();
    } catch (RuntimeException e) {
      // The next round tries again; an exception would end the schedule.
      LOG.error("files with a deferred start could not be pinned", e);
    } finally {
      busy = false;
    }
  }

  /**
   * Pins the files that are due now, and ends those that waited too long. Returns the number of due
   * files.
   */
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
    List<FileLook.Seen> seen = due.stream().map(this::look).toList();
    transactions.run(
        sql -> {
          Map<RequestToken, String> owners =
              stagedPins.owners(sql, due.stream().map(Pin::token).distinct().toList());
          List<PinEntry.Looked> looked = new ArrayList<>();
          for (int at = 0; at < due.size(); at++) {
            Pin pin = due.get(at);
            String owner = owners.getOrDefault(pin.token(), "");
            looked.add(new PinEntry.Looked(pin, seen.get(at), Asker.of(owner), false));
          }
          // the time of the attempt that commits: who asks what has changed since a time needs it
          List<Pin> settled = entry.decide(sql, certain.of(sql, looked), tokens.now());
          pins.settle(sql, settled);
          return settled;
        });
  }

  private FileLook.Seen look(Pin pin) {
    return locator.locate(pin.surl()) instanceof Place place
        ? FileLook.at(place, tokens.now(), WantedTurl.NONE)
        : FileLook.Seen.refused(pin.key(), FileLook.gone());
  }

  private void timeOut() {
    Instant now = tokens.now();
    int ended;
    do {
      ended = transactions.run(sql -> pins.timeOut(sql, now, BATCH));
    } while (ended == BATCH);
  }

  @Override
  public void rest() {
    resting = true;
  }

  @Override
  public void resume() {
    resting = false;
  }

  @Override
  public int atWork() {
    return busy ? 1 : 0;
  }

  /** Ends the schedule; a round that runs is finished by the executor. */
  @Override
  public void close() {
    schedule.cancel(false);
  }
}
