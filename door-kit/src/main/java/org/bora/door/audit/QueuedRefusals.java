package org.bora.door.audit;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bora.door.gsi.door.Refusals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues refusals from the threads of the door, which all clients share and which must not wait for
 * a disk; a separate thread writes them. If {@value #MOST_WAITING} are already waiting, further
 * ones are only counted. Thread safe; {@link #refused} never waits.
 *
 * <p>Life cycle: closed once, after the door and before the audit log.
 */
public final class QueuedRefusals implements Refusals, AutoCloseable {

  static final int MOST_WAITING = 1_000;

  /** More than is logged of a reason with a subject; all waiting ones together take 8 MB. */
  private static final int LONGEST = 4_096;

  private static final Logger LOG = LoggerFactory.getLogger(QueuedRefusals.class);

  private final RefusedVisits visits;
  private final Duration patience;
  private final ThreadPoolExecutor writer;

  /**
   * @param patience with a disk that hangs, when all is stopped
   */
  public QueuedRefusals(RefusedVisits visits, Duration patience) {
    this.visits = Objects.requireNonNull(visits, "visits");
    this.patience = Objects.requireNonNull(patience, "patience");
    this.writer =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Thread.ofPlatform().daemon().name("refused-visits").factory(),
            (_, _) -> visits.leftOut());
  }

  @Override
  public void refused(String host, String reason) {
    String kept = reason.substring(0, Math.min(reason.length(), LONGEST));
    writer.execute(() -> tell(host, kept));
  }

  private void tell(String host, String reason) {
    try {
      visits.refused(host, reason);
    } catch (RuntimeException | Error e) {
      LOG.error("the refusal of {} is not in the audit log", host, e);
    }
  }

  /** Refusals before this call are in the audit log when it returns, unless the disk hangs. */
  @Override
  public void close() {
    writer.shutdown();
    try {
      if (!writer.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.warn("the audit log hangs: {} refusals are not recorded yet", writer.getQueue().size());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
