package org.bora.simulation.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** A simulated database, and threads that work with it. */
final class Sample {
  static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  /** Number of threads that wait for rows. */
  private final AtomicInteger waiting = new AtomicInteger();

  /** Runs once, before the next commit. */
  final AtomicReference<Runnable> beforeCommit = new AtomicReference<>(() -> {});

  /** Whether a wait for a row times out at once. */
  volatile boolean impatient;

  final SimulatedDatabase database;

  Sample(long seed) {
    database = new SimulatedDatabase(new Counted(), () -> NOW, new SplittableRandom(seed));
  }

  private final class Counted implements Pauses {
    private final RealPauses real = new RealPauses();

    @Override
    public void before(String process, String what) {
      if (what.equals("COMMIT")) {
        beforeCommit.getAndSet(() -> {}).run();
      }
    }

    @Override
    public boolean await(BooleanSupplier condition, Duration most) {
      waiting.incrementAndGet();
      try {
        return !impatient && real.await(condition, most);
      } finally {
        waiting.decrementAndGet();
      }
    }

    @Override
    public void changed() {
      real.changed();
    }
  }

  Connection transactions(String process) throws SQLException {
    return database.connectForTransactions(process).getConnection();
  }

  Connection reads(String process) throws SQLException {
    return database.connect(process).getConnection();
  }

  /** Returns the number of changed rows, or -1. */
  static int run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return statement.getUpdateCount();
    }
  }

  /** The first column of the rows, separated by blanks. */
  static String ask(Connection connection, String sql) throws SQLException {
    StringBuilder all = new StringBuilder();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        all.append(all.isEmpty() ? "" : " ").append(rows.getString(1));
      }
    }
    return all.toString();
  }

  /** The committed rows. */
  String committed(String sql) throws SQLException {
    try (Connection connection = reads("looks")) {
      return ask(connection, sql);
    }
  }

  /** Work of another thread; returns the database's refusal. */
  static CompletableFuture<SQLException> aside(Work work) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            work.run();
            return null;
          } catch (SQLException e) {
            return e;
          }
        },
        Thread::startVirtualThread);
  }

  /** Work with a database. */
  interface Work {
    void run() throws SQLException;
  }

  static SQLException refused(CompletableFuture<SQLException> work) throws InterruptedException {
    try {
      return work.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  void awaitWaiting(int count) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (waiting.get() < count) {
      if (System.nanoTime() > end) {
        throw new AssertionError("nobody waits");
      }
      Thread.sleep(1);
    }
  }
}
