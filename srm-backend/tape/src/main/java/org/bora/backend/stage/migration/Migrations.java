package org.bora.backend.stage.migration;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bora.backend.duty.Round;
import org.bora.backend.stage.StageSettings;

/**
 * Migrates files to tape, on every backend, from construction to {@link #close}. It regularly
 * checks the waiting files of each library, forms a batch if the policy finds it worth a mount, and
 * runs it in the background. Files are claimed with a lease, so another backend takes over the
 * claims of a dead one when the lease ends. No file is ever given up. No library waits for another.
 */
public final class Migrations implements AutoCloseable {
  private static final long CLOSE_MILLIS = 10_000;

  private final List<LibraryMigrations> libraries;
  private final List<ScheduledFuture<?>> schedules;
  private volatile boolean closed;

  /**
   * Begins to look.
   *
   * @param areas where srmPutDone answers after the copy files do not wait for others; where a
   *     SHA-256 is wanted copies have one
   * @param timer starts the rounds; it is the caller's to close, after this
   * @param executor runs a thread for a round and for each batch; the same
   */
  public Migrations(
      MigrationGround ground,
      MigrationSettings settings,
      StageSettings areas,
      ScheduledExecutorService timer,
      Executor executor) {
    Objects.requireNonNull(areas, "areas");
    Objects.requireNonNull(executor, "executor");
    this.libraries =
        ground.libraries().names().stream()
            .map(library -> new LibraryMigrations(library, ground, settings, areas, executor))
            .toList();
    Round renewals = new Round("leases of migrations", this::renew, executor);
    long millis = settings.check().toMillis();
    long renewal = ground.renewal(settings).toMillis();
    this.schedules =
        List.of(
            timer.scheduleWithFixedDelay(this::wake, millis, millis, TimeUnit.MILLISECONDS),
            timer.scheduleWithFixedDelay(renewals::begin, renewal, renewal, TimeUnit.MILLISECONDS));
  }

  /** A round may wait long for a tape system or a busy database; lease renewals may not. */
  private void renew() {
    if (!closed) {
      libraries.forEach(LibraryMigrations::renew);
    }
  }

  /** Starts a round soon, on another thread, for a file that does not wait for others. */
  public void wake() {
    libraries.forEach(LibraryMigrations::wake);
  }

  /** One round of each library, now. Returns how many batches they began. */
  public int round() {
    return (int) libraries.stream().filter(LibraryMigrations::round).count();
  }

  /** Ends the schedule, and stops what runs: files that are not through are another backend's. */
  @Override
  public void close() {
    closed = true;
    schedules.forEach(schedule -> schedule.cancel(false));
    libraries.forEach(LibraryMigrations::stop);
    try {
      for (LibraryMigrations library : libraries) {
        library.awaitEnd(CLOSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
