package org.bora.backend.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Random;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.Transactions;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A database that can be cut off from those who use it through here. */
public final class CutDatabase implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Database database;
  private boolean isCut;
  private int refused;
  private int served;

  public CutDatabase(DatabaseSettings settings) {
    this.database = new Database(settings);
  }

  /** Transactions that do not rest between two attempts. */
  public Transactions transactions() {
    return new Transactions(
        through(database.reads()), through(database.writes()), time -> {}, new Random(1));
  }

  private DataSource through(DataSource source) {
    return new DelegatingDataSource(source) {
      @Override
      public Connection getConnection() throws SQLException {
        pass();
        return super.getConnection();
      }
    };
  }

  private synchronized void pass() throws SQLException {
    if (isCut) {
      refused++;
      notifyAll();
      throw new SQLTransientConnectionException("cut off");
    }
    served++;
    notifyAll();
  }

  public synchronized void cut() {
    isCut = true;
    refused = 0;
  }

  public synchronized void join() {
    isCut = false;
    served = 0;
  }

  /** Returns when so many connections were refused since the cut. */
  public void awaitRefused(int count) throws InterruptedException {
    await(() -> refused >= count);
  }

  /** Returns when so many connections were handed out since the cut was over. */
  public void awaitServed(int count) throws InterruptedException {
    await(() -> served >= count);
  }

  private synchronized void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new AssertionError(refused + " connections refused and " + served + " served");
      }
      wait(left);
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
