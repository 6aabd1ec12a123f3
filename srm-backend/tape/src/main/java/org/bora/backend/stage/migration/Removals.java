package org.bora.backend.stage.migration;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes tape copies whose files were removed or overwritten, in bulk, after a grace period in
 * which a mistake can be undone. It runs on every backend, from construction to {@link #close}. A
 * copy stays if a file in the books uses the same object by now, because the tape system gave its
 * name to the new file. No library waits for another.
 */
public final class Removals implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Removals.class);

  private final List<LibraryRemovals> libraries;
  private final ScheduledFuture<?> schedule;

  /**
   * Begins to look.
   *
   * @param timer starts the rounds; it is the caller's to close, after this
   * @param executor runs a thread for a round, which may take long; the same
   */
  public Removals(
      MigrationGround ground,
      MigrationSettings settings,
      ScheduledExecutorService timer,
      Executor executor) {
    this.libraries =
        ground.libraries().names().stream()
            .map(library -> new LibraryRemovals(library, ground, settings, executor))
            .toList();
    long millis = settings.check().toMillis();
    this.schedule =
        timer.scheduleWithFixedDelay(
            () -> libraries.forEach(LibraryRemovals::wake), millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * One round of each library, now; blocks as long as the tape systems do. Returns how many copies
   * are gone.
   */
  public int round() {
    int removed = 0;
    for (LibraryRemovals library : libraries) {
      try {
        removed += library.round();
      } catch (RuntimeException e) {
        // The next round tries again; the other libraries have theirs.
        LOG.error("obsolete copies could not be removed from a tape library", e);
      }
    }
    return removed;
  }

  /** Ends the schedule, and stops what runs. */
  @Override
  public void close() {
    schedule.cancel(false);
    libraries.forEach(LibraryRemovals::stop);
    try {
      for (LibraryRemovals library : libraries) {
        library.awaitEnd();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
