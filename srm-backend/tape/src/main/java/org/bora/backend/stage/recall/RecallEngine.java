package org.bora.backend.stage.recall;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bora.backend.duty.Duty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out recalls, on every backend, from construction to {@link #close}. Each round takes over
 * the work of dead backends, looks up the places of files, and starts batches while drives are
 * free; a batch that has ended looks for the next one itself. No library or area waits for another
 * ({@link LibraryRecalls}), except for a drive.
 */
public final class RecallEngine implements Duty, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RecallEngine.class);
  private static final Duration STOPPING = Duration.ofSeconds(10);

  private final RecallParts parts;
  private final RecallEnding ending;
  private final RecallClaims claims;
  private final Executor executor;
  private final ScheduledFuture<?> schedule;
  private final List<LibraryRecalls> libraries;
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
    this.executor = executor;
    this.libraries =
        parts.tape().libraries().names().stream()
            .map(name -> new LibraryRecalls(name, parts, ending, () -> begin(name), this::beside))
            .toList();
    long millis = parts.settings().check().toMillis();
    this.schedule =
        timer.scheduleWithFixedDelay(this::round, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Begins possible recalls, on another thread. */
  public void round() {
    if (!closed && !resting) {
      libraries.forEach(LibraryRecalls::wake);
    }
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

  /** Begins a library's recalls until no drive is free. Room is made at the same time. */
  private void begin(String library) {
    Optional<RecallClaims.Next> next = another(library);
    while (next.isPresent()) {
      RecallClaims.Next first = next.get();
      beside(() -> shift(library, first));
      next = another(library);
    }
  }

  /** Nothing is claimed that would not be begun. */
  private Optional<RecallClaims.Next> another(String library) {
    return closed || resting ? Optional.empty() : claims.next(library);
  }

  /** The work for which a drive was taken, and the work that can follow. */
  private void shift(String library, RecallClaims.Next first) {
    Optional<RecallClaims.Next> next = Optional.of(first);
    reading.add(Thread.currentThread());
    try {
      while (next.isPresent() && !closed) {
        Optional<RecallClaims.Claimed> claimed =
            switch (next.get()) {
              case RecallClaims.Claimed batch -> Optional.of(batch);
              case RecallClaims.Crowded crowded -> claims.withRoom(crowded, executor);
            };
        if (claimed.isPresent()) {
          new RecallBatch(parts, ending, claims, claimed.get()).run(executor);
        }
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
   * Begins no more recalls, interrupts the tape systems and waits for them, so that none continues
   * to write into closed areas. Other backends continue the rest when the leases have expired.
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
