package org.bora.db;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One backend at a time migrates. Flyway's own lock is one of the database server's: on a cluster
 * of Galera it has none that another backend would meet, and two that begin together would each
 * make the same tables. The turn is waited for after Flyway has made its history, before it looks
 * for what is missing: who waited finds nothing to do.
 *
 * <p>It is a lease, kept while this process lives; one that was killed lets others wait for its
 * end.
 */
final class MigrationTurn implements Callback, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MigrationTurn.class);
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int BEATS = 6;
  private static final int TRIES = 10;
  private static final long NONE = -1;

  private final GuardTable table;
  private final String holder;
  private final Duration lease;
  private final Consumer<String> steps;
  private final CountDownLatch over = new CountDownLatch(1);
  private Thread beats;

  /**
   * End of a lease that had gone by when it was looked at, and when that was for the first time.
   */
  private long overdue = NONE;

  private long seen;

  /**
   * @param holder a unique name
   * @param lease how long the others wait for a killed holder
   * @param steps gets each answered check while waiting
   */
  MigrationTurn(GuardTable table, String holder, Duration lease, Consumer<String> steps) {
    this.table = Objects.requireNonNull(table, "table");
    this.holder = Objects.requireNonNull(holder, "holder");
    this.lease = Objects.requireNonNull(lease, "lease");
    this.steps = Objects.requireNonNull(steps, "steps");
  }

  /** Whether there was something that it could have changed. */
  boolean wasTaken() {
    return beats != null;
  }

  @Override
  public boolean supports(Event event, Context context) {
    return event == Event.BEFORE_MIGRATE;
  }

  @Override
  public boolean canHandleInTransaction(Event event, Context context) {
    return true;
  }

  @Override
  public String getCallbackName() {
    return "one backend at a time";
  }

  @Override
  public void handle(Event event, Context context) {
    try {
      take();
    } catch (SQLException e) {
      throw new FlywayException("no turn to migrate: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FlywayException("interrupted while another backend migrates", e);
    }
  }

  /** Waits for the turn, and keeps it from then on. */
  void take() throws SQLException, InterruptedException {
    boolean told = false;
    int failures = 0;
    while (true) {
      try {
        if (isFree() && table.take(holder, lease)) {
          break;
        }
        failures = 0;
        steps.accept("waiting for another backend, which brings the database schema up to date");
      } catch (SQLException e) {
        // no step: nothing shows that another backend is at work, and what may go on for ever
        // must not ask the service manager for more time for ever
        failures++;
        if (failures > TRIES || !(GuardTable.isMeeting(e) || GuardTable.isPassing(e))) {
          throw e;
        }
      }
      if (!told) {
        LOG.info("another backend brings the database schema up to date; waiting for it");
        told = true;
      }
      Thread.sleep(PAUSE);
    }
    beats = Thread.ofVirtual().name("migration turn").start(this::keepOn);
  }

  /**
   * Free, or of a holder that did not renew it for two intervals after its end. What is kept while
   * a table is changed is committed after that on a cluster, and then with an end that may have
   * gone by.
   */
  private boolean isFree() throws SQLException {
    Optional<GuardTable.Turn> turn = table.look();
    if (turn.isEmpty()) {
      return true;
    }
    if (!turn.get().over() || turn.get().endsMillis() != overdue) {
      overdue = turn.get().over() ? turn.get().endsMillis() : NONE;
      seen = System.nanoTime();
      return false;
    }
    return System.nanoTime() - seen > 2 * beat().toNanos();
  }

  private Duration beat() {
    return lease.dividedBy(BEATS);
  }

  private void keepOn() {
    try {
      while (!over.await(beat().toMillis(), TimeUnit.MILLISECONDS)) {
        keep();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void keep() {
    try {
      if (!table.keep(holder, lease)) {
        LOG.error("another backend migrates the database at the same time: this one hung");
      }
    } catch (SQLException e) {
      LOG.warn(
          "the lease for the schema migration could not be renewed; trying again: {}",
          e.getMessage());
    }
  }

  /** Gives it back where it was taken. */
  @Override
  public void close() {
    if (beats == null) {
      return;
    }
    over.countDown();
    try {
      beats.join();
      giveBack();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      LOG.warn(
          "other backends wait for {} s before they migrate: {}",
          lease.toSeconds(),
          e.getMessage());
    }
  }

  /** A process that takes it on another node at the same moment may be refused. */
  private void giveBack() throws SQLException, InterruptedException {
    for (int left = TRIES; ; left--) {
      try {
        if (table.keep(holder, lease)) {
          table.drop();
        }
        return;
      } catch (SQLException e) {
        if (left == 1 || !GuardTable.isMeeting(e)) {
          throw e;
        }
      }
      Thread.sleep(PAUSE);
    }
  }
}
