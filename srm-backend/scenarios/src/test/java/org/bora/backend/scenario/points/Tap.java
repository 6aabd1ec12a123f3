package org.bora.backend.scenario.points;

import com.mysql.cj.jdbc.JdbcConnection;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bora.backend.database.DatabaseSettings;

/**
 * Sees every point at which one backend waits for the database, the filesystem or a tape library,
 * and makes a fault happen at one of them. Only threads whose names begin with that of the tap
 * count: a pool of connections works on threads of its own.
 */
final class Tap {
  private static final Map<String, Tap> TAPS = new ConcurrentHashMap<>();
  private static final String PROPERTY = "boraTap";
  private static final long PATIENCE_SECONDS = 60;

  private static final int NO_SUCH_THREAD = 1094;

  private final String name;

  /** Those with a statement or transaction of this backend. */
  private final Set<JdbcConnection> busy = ConcurrentHashMap.newKeySet();

  private final List<String> points = new ArrayList<>();
  private volatile long waitingSince;
  private volatile DatabaseSettings database;
  private int at;
  private Fault fault = Fault.HELD;
  private boolean dead;
  private CountDownLatch reached = new CountDownLatch(1);
  private CountDownLatch wake = new CountDownLatch(1);

  /** A process that was killed comes no further than this. */
  static final class Dead extends Error {
    private static final long serialVersionUID = 1L;
  }

  Tap(String name) {
    this.name = name;
    TAPS.put(name, this);
  }

  static Tap of(java.util.Properties connection) {
    return TAPS.get(connection.getProperty(PROPERTY));
  }

  /** The same database, through this tap. */
  DatabaseSettings through(DatabaseSettings real) {
    database = real;
    String interceptor = StatementPoints.class.getName();
    String url = real.url();
    String both =
        url.contains("queryInterceptors=")
            ? url.replaceFirst("queryInterceptors=", "queryInterceptors=" + interceptor + ",")
            : url + (url.contains("?") ? "&" : "?") + "queryInterceptors=" + interceptor;
    return DatabaseSettings.defaults(
        both + "&" + PROPERTY + "=" + name, real.user(), real.password());
  }

  String name() {
    return name;
  }

  void uses(JdbcConnection connection, boolean used) {
    if (used) {
      busy.add(connection);
    } else {
      busy.remove(connection);
    }
  }

  /** Begins to count points; a fault happens at the one with this number, from 1. */
  synchronized void arm(int number, Fault kind) {
    points.clear();
    busy.clear();
    at = number;
    fault = kind;
    dead = false;
    reached = new CountDownLatch(1);
    wake = new CountDownLatch(1);
  }

  synchronized List<String> points() {
    return List.copyOf(points);
  }

  /** Waits until the fault has happened, or the operation has ended without it. */
  void awaitReached() throws InterruptedException {
    if (!reached.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the operation does not come to its point");
    }
  }

  /** The operation has ended. */
  void end() {
    reached.countDown();
  }

  void wake() {
    wake.countDown();
  }

  /** Since when a statement of this backend has had no answer, as {@link System#nanoTime}; or 0. */
  long waitingSince() {
    return waitingSince;
  }

  boolean isOurs() {
    return Thread.currentThread().getName().startsWith(name);
  }

  /**
   * A point comes. A statement of a backend that is dead, or that was cut off, finds its connection
   * lost.
   *
   * @return whether its answer is to be lost
   */
  boolean before(String label, boolean statement) {
    boolean here;
    boolean dying;
    synchronized (this) {
      if (!dead) {
        points.add(label);
      }
      here = !dead && points.size() == at;
      dead |= here && fault == Fault.DEATH;
      dying = dead;
    }
    if (dying) {
      die(statement);
    } else if (here && fault == Fault.CUT) {
      cut();
      freeze();
    } else if (here && (fault == Fault.HELD || !statement)) {
      freeze();
    }
    waitingSince = statement ? System.nanoTime() : 0;
    return here && fault == Fault.LOST && statement;
  }

  /** The interrupt ends what would rest and try again. */
  private void die(boolean statement) {
    Thread.interrupted(); // else the killer's own socket would be closed
    cut();
    reached.countDown();
    Thread.currentThread().interrupt();
    if (!statement) {
      throw new Dead();
    }
  }

  synchronized boolean isDead() {
    return dead;
  }

  void after() {
    waitingSince = 0;
  }

  /** What was carried out has an answer that does not come. */
  void lose() {
    cut();
    freeze();
  }

  /** The server gives up whatever this backend has open; the backend learns it when it asks. */
  private void cut() {
    List<JdbcConnection> all = List.copyOf(busy);
    if (all.isEmpty()) {
      return;
    }
    busy.removeAll(all);
    try (Connection killer =
            DriverManager.getConnection(database.url(), database.user(), database.password());
        Statement statement = killer.createStatement()) {
      for (JdbcConnection connection : all) {
        kill(statement, connection.getId());
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void kill(Statement statement, long thread) throws SQLException {
    try {
      statement.execute("KILL " + thread);
    } catch (SQLException e) {
      if (e.getErrorCode() != NO_SUCH_THREAD) {
        throw e;
      }
    }
  }

  private void freeze() {
    reached.countDown();
    try {
      if (!wake.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the frozen backend was never woken");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
