package org.bora.backend.stage.recall;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.bora.backend.duty.Duty;
import org.bora.backend.pin.WaitReason;
import org.bora.backend.stage.drive.DriveState;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works off what is wanted from tape, on every backend alike, from construction to {@link #close}.
 * Each round takes up what dead backends had, asks where files are, and begins batches as long as
 * drives are free; a batch that is through looks for the next one by itself.
 */
public final class RecallEngine implements Duty, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RecallEngine.class);
  private static final Duration OLD_TURN = Duration.ofDays(1);
  private static final Duration STOPPING = Duration.ofSeconds(10);

  private final RecallParts parts;
  private final RecallEnding ending;
  private final RecallClaims claims;
  private final LocationLookup locations;
  private final RecallLineTable line = new RecallLineTable();
  private final RecallTable table = new RecallTable();
  private final Executor executor;
  private final ScheduledFuture<?> schedule;
  private final Map<String, AtomicBoolean> busy = new HashMap<>();
  private final AtWork atWork = new AtWork();
  private final Set<Thread> reading = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private volatile boolean resting;

  /**
   * Begins to look.
   *
   * @param timer begins the rounds, which do not keep it
   * @param executor a thread for each piece of work, however long
   */
  public RecallEngine(RecallParts parts, ScheduledExecutorService timer, Executor executor) {
    this.parts = parts;
    this.ending = new RecallEnding(parts);
    this.claims = new RecallClaims(parts);
    this.locations = new LocationLookup(parts);
    this.executor = executor;
    parts.tape().libraries().names().forEach(name -> busy.put(name, new AtomicBoolean()));
    long millis = parts.settings().check().toMillis();
    this.schedule =
        timer.scheduleWithFixedDelay(this::round, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Begins what can be begun now, beside the caller. */
  public void round() {
    busy.forEach(
        (library, running) -> {
          if (!closed && !resting && running.compareAndSet(false, true)) {
            beside(() -> round(library, running));
          }
        });
  }

  /** Waits until nothing of this backend is at work. False where it still is by then. */
  public boolean awaitIdle(Duration patience) throws InterruptedException {
    return atWork.await(patience);
  }

  private void beside(Runnable work) {
    atWork.begin();
    try {
      executor.execute(
          () -> {
            try {
              work.run();
            } finally {
              atWork.end();
            }
          });
    } catch (RejectedExecutionException e) {
      atWork.end();
      LOG.debug("stopping: nothing more is begun", e);
    }
  }

  /** One round for one library, until no drive is free. */
  private void round(String library, AtomicBoolean running) {
    try {
      recover(library);
      locations.look(library);
      Optional<RecallClaims.Claimed> next = claims.next(library);
      while (next.isPresent() && !closed) {
        RecallClaims.Claimed first = next.get();
        beside(() -> shift(first));
        next = another(library);
      }
    } catch (RuntimeException e) {
      // The next round tries again.
      LOG.error("library {}: recalls could not be begun", library, e);
    } finally {
      running.set(false);
    }
  }

  /** Nothing is claimed that would not be begun. */
  private Optional<RecallClaims.Claimed> another(String library) {
    return closed || resting ? Optional.empty() : claims.next(library);
  }

  /** A batch, and what the drive can do after it. */
  private void shift(RecallClaims.Claimed first) {
    String library = first.hold().library();
    Optional<RecallClaims.Claimed> next = Optional.of(first);
    reading.add(Thread.currentThread());
    try {
      while (next.isPresent() && !closed) {
        new RecallBatch(parts, ending, next.get()).run(executor);
        next = another(library);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("library {}: a batch of recalls ended before its time", library, e);
    } finally {
      reading.remove(Thread.currentThread());
    }
  }

  /** What belongs to a hold that is over: its backend died, or could not renew it. */
  private void recover(String library) {
    List<UUID> batches = parts.transactions().read(sql -> line.batches(sql, library));
    if (!batches.isEmpty()) {
      Instant now = parts.tokens().now();
      Set<UUID> live =
          parts.tape().drives().of(library).stream()
              .filter(drive -> !drive.isFree(now))
              .flatMap(drive -> drive.hold().stream())
              .map(DriveState.Held::holder)
              .collect(Collectors.toSet());
      batches.stream().filter(batch -> !live.contains(batch)).forEach(this::takeUp);
    }
    parts
        .transactions()
        .run(
            sql -> {
              line.forgetTurns(sql, parts.tokens().now(), OLD_TURN);
              return library;
            });
  }

  private void takeUp(UUID batch) {
    List<RecallRow> rows = parts.transactions().read(sql -> table.ofBatch(sql, batch));
    LOG.info("{} files are taken up of a batch that ended before its time", rows.size());
    for (RecallRow row : rows) {
      if (isOnDisk(row)) {
        ending.done(row, batch);
      } else {
        ending.again(row, batch, WaitReason.TAPE, Duration.ZERO, "its backend was gone");
      }
    }
  }

  private boolean isOnDisk(RecallRow row) {
    try {
      Optional<EntryFacts> facts =
          parts.storage().locator().area(row.area()).isPresent()
              ? Optional.of(
                  parts.storage().locator().area(row.area()).get().tree().facts(row.path()))
              : Optional.empty();
      return facts
          .filter(found -> found.id().equals(Optional.of(row.file())))
          .filter(found -> found.residency().onDisk())
          .isPresent();
    } catch (StorageException e) {
      LOG.debug("file {} cannot be looked at", row.file(), e);
      return false;
    }
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
    return atWork.count();
  }

  /**
   * Begins nothing more, interrupts the tape systems and waits for them, so that none reads on into
   * areas that are closed. Whoever lives takes up what is left when the leases are over.
   */
  @Override
  public void close() {
    closed = true;
    schedule.cancel(false);
    reading.forEach(Thread::interrupt);
    try {
      if (!atWork.await(STOPPING)) {
        LOG.warn("a tape system did not stop in time; its files wait for the lease to end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
