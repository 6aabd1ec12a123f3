package org.bora.backend.database;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Opens connections to one of several servers: first to the last one that worked, then to the
 * others in order. A server works if it answers a query: a cluster node that has lost the others,
 * or has not caught up yet, accepts connections but refuses everything else. The kernel also
 * accepts connections for a server that hangs, so until its first answer a server may only be
 * silent for the driver's {@code socketTimeout}.
 *
 * <p>When another server comes into use, connections to the former one are aborted ({@link
 * #breakOff}); otherwise, calls would wait for a hanging server for the full time-out of a
 * statement.
 *
 * <p>If no server works any more, they are tried in quick succession for a while: a pool that gets
 * an error waits longer each time, up to 5 s, even if the server is already back.
 *
 * <p>Thread safe; blocks until a server serves or the patience is over. A pool in front keeps
 * connections.
 */
final class ServingConnections implements DataSource {
  private static final Duration AGAIN = Duration.ofMillis(50);
  private static final int FAREWELL_SECONDS = 5;

  private final ServerInUse server;
  private final Way way;
  private final Duration patience;
  private volatile boolean served;
  private volatile Beginning beginning = _ -> Lease.endless();

  private final HeldConnections held = new HeldConnections();

  /** Opens a connection to one server. */
  @FunctionalInterface
  interface Way {
    /** Fails where the server does not answer a query. */
    Connection open(String url) throws SQLException;

    /** The connection serves from now on: the server may be silent for longer. */
    default void serves(Connection connection) throws SQLException {}
  }

  /** Prepares each new connection before use. */
  @FunctionalInterface
  interface Beginning {
    /**
     * Enters one.
     *
     * @return under which its transactions change something outside the database
     */
    Lease on(Connection connection) throws SQLException;
  }

  /** A working connection, and the position of its server. */
  record Serving(Connection connection, int place) {}

  /**
   * @param driver user, password and the time-outs of the beginning among its properties
   * @param silence how long the server may be silent once it serves
   * @param patience how long they are tried again where none serves; never before one has served
   */
  ServingConnections(ServerInUse server, Properties driver, Duration silence, Duration patience) {
    this(server, new ByDriver(driver, Math.toIntExact(silence.toMillis())), patience);
  }

  ServingConnections(ServerInUse server, Way way, Duration patience) {
    this.server = Objects.requireNonNull(server, "server");
    this.way = Objects.requireNonNull(way, "way");
    this.patience = Objects.requireNonNull(patience, "patience");
  }

  /**
   * Opens connections with the driver of the URL.
   *
   * @param driver user, password and the time-outs of the beginning among its properties
   */
  private record ByDriver(Properties driver, int silenceMillis) implements Way {
    @Override
    public Connection open(String url) throws SQLException {
      Connection connection = DriverManager.getConnection(url, driver);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SELECT 1");
        return connection;
      } catch (SQLException e) {
        connection.abort(Runnable::run); // to close it may wait for a server that is silent
        throw e;
      }
    }

    @Override
    public void serves(Connection connection) throws SQLException {
      connection.setNetworkTimeout(Runnable::run, silenceMillis);
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    return serving().connection();
  }

  /** One that goes to the server in use, and which that is. */
  Serving serving() throws SQLException {
    long end = System.nanoTime() + (served ? patience.toNanos() : 0);
    while (true) {
      try {
        Serving found = next();
        served = true;
        return found;
      } catch (SQLException e) {
        if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LockSupport.parkNanos(AGAIN.toNanos());
      }
    }
  }

  /**
   * A connection to the server in use, or to the next one that serves, which is then in use. While
   * a server was slow, other threads may have left it; its connection would remain, and a backend
   * would work with two nodes. The check follows the registration of the connection, because a
   * thread that leaves the server later aborts registered connections.
   */
  private Serving next() throws SQLException {
    for (int changes = 0; changes <= server.urls().size(); changes++) {
      int first = server.index();
      Serving found = from(first);
      server.change(first, found.place());
      if (server.index() == found.place()) {
        begin(found.connection());
        return found;
      }
      held.breakOff(found.connection());
    }
    throw new SQLException("the servers of the database come and go", "08001");
  }

  private Serving from(int first) throws SQLException {
    int servers = server.urls().size();
    SQLException refused = null;
    for (int turn = 0; turn < servers; turn++) {
      int now = (first + turn) % servers;
      try {
        Connection connection = way.open(server.urls().get(now));
        held.hold(connection, now, Lease.none());
        return new Serving(connection, now);
      } catch (SQLException e) {
        if (refused != null) {
          e.addSuppressed(refused);
        }
        refused = e;
      }
    }
    throw refused == null ? new SQLException("no server", "08001") : refused;
  }

  /** A server that refuses this still serves, so no other server is tried. */
  private void begin(Connection connection) throws SQLException {
    try {
      held.under(connection, beginning.on(connection));
      way.serves(connection);
    } catch (SQLException e) {
      held.breakOff(connection);
      throw e;
    }
  }

  /** For connections that are made from now on. */
  void begin(Beginning with) {
    beginning = with;
  }

  /** Under which the transactions of a connection change something outside the database. */
  Lease lease(Connection connection) {
    return held.lease(connection);
  }

  /**
   * Breaks off all connections but those to the server in use: statements that wait for an answer
   * fail at once, as those of a lost connection.
   */
  void breakOff() {
    int used = server.index();
    held.breakOff(holding -> holding.place() != used);
  }

  /** Breaks off all connections: their server does not answer, and no other does. */
  void breakOffAll() {
    held.breakOff(_ -> true);
  }

  /** Breaks off connections of a lease that was lost: their sessions may have been ended. */
  void breakOffLost() {
    held.breakOff(holding -> holding.lease().isLost());
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is that of the settings");
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {
    // the driver has a log of its own
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // connectTimeout of the driver counts
  }

  /** What a pool that is closed waits for an attempt to connect to hear of it. */
  @Override
  public int getLoginTimeout() {
    return FAREWELL_SECONDS;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps nothing");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
