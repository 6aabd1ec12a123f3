package org.bora.backend.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The connections of one backend. Two pools, because a statement that only reads needs no
 * transaction around it: on an auto-commit connection it is one exchange with the server, elsewhere
 * two.
 */
public final class Database implements AutoCloseable {

  /** The least connection time-out: a healthy server may need this long for a handshake. */
  private static final long LEAST_CONNECT_MILLIS = 500;

  /**
   * A backend that vanishes during a transaction leaves its locks, including those on names, until
   * the server closes the connection; by default after 8 hours. MySQL only limits the time of idle
   * connections, so a healthy idle connection is used more often than that.
   */
  private static final String GIVE_UP_WHO_VANISHED =
      "SET SESSION wait_timeout = 60 /*M! , SESSION idle_transaction_timeout = 30 */";

  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(30);

  private final DatabaseSettings settings;
  private final ServerInUse server;
  private final List<ServingConnections> ways = new CopyOnWriteArrayList<>();
  private final HikariDataSource reads;
  private final HikariDataSource writes;

  /** Connects; fails at once where the server cannot be reached. */
  public Database(DatabaseSettings settings) {
    this.settings = settings;
    server = new ServerInUse(settings.servers(), this::leaveServer);
    reads = new HikariDataSource(pool("reads", settings.readConnections(), true));
    try {
      writes = new HikariDataSource(pool("writes", settings.writeConnections(), false));
    } catch (RuntimeException e) {
      reads.close();
      throw e;
    }
  }

  /** Auto-commit connections. */
  public DataSource reads() {
    return reads;
  }

  /** Connections at READ COMMITTED on which nothing is durable before a commit. */
  public DataSource writes() {
    return writes;
  }

  /**
   * Connections in use at the former server wait for it, and idle ones would be tried first. They
   * are aborted, because a regular close would wait for a hanging server.
   */
  private void leaveServer() {
    ways.forEach(ServingConnections::breakOff);
    evict();
  }

  /**
   * Breaks off all connections, to a server that does not answer: what waits on them fails at once,
   * and is done again on a new one when there is one.
   */
  void breakOff() {
    server.leave(
        () -> {
          ways.forEach(ServingConnections::breakOffAll);
          evict();
        });
  }

  private void evict() {
    Stream.of(reads, writes)
        .filter(pool -> pool != null && pool.getHikariPoolMXBean() != null) // being made
        .forEach(pool -> pool.getHikariPoolMXBean().softEvictConnections());
  }

  /** Both pools as they are now. */
  public List<PoolFigures> figures() {
    return Stream.of(reads, writes).map(Database::figures).toList();
  }

  private static PoolFigures figures(HikariDataSource pool) {
    return new PoolFigures(
        pool.getPoolName(),
        pool.getMaximumPoolSize(),
        pool.getHikariPoolMXBean().getTotalConnections(),
        pool.getHikariPoolMXBean().getActiveConnections());
  }

  /** Breaks off the connections of a stay that other backends have given up. */
  void breakOffLost() {
    server.leave(
        () -> {
          transactionWay().breakOffLost();
          evict();
        });
  }

  /**
   * From now on each connection for transactions is announced to other backends before its first
   * use. They end its session if this backend falls silent.
   *
   * @param beginning announces the connection
   */
  void known(ServingConnections.Beginning beginning) {
    transactionWay().begin(beginning);
    writes.getHikariPoolMXBean().softEvictConnections(); // those have not been told of
  }

  private ServingConnections transactionWay() {
    return ways.getLast(); // made after that of the reads
  }

  /** Under which the transactions of a connection of {@link #writes} change something elsewhere. */
  Lease lease(Connection connection) {
    return transactionWay().lease(connection);
  }

  DatabaseSettings settings() {
    return settings;
  }

  /** Which server its connections go to. */
  ServerInUse server() {
    return server;
  }

  /** One connection apart from the pools, to the first server that serves. */
  public static Connection connect(DatabaseSettings settings) throws SQLException {
    ServerInUse any = new ServerInUse(settings.servers(), () -> {});
    return serving(settings, any, driver(settings), Duration.ZERO).getConnection();
  }

  private static ServingConnections serving(
      DatabaseSettings settings, ServerInUse server, Properties driver, Duration patience) {
    driver.setProperty("user", settings.user());
    driver.setProperty("password", settings.password());
    // the handshake and the first answer; a server that hangs may not use up the others' time
    driver.setProperty("socketTimeout", Long.toString(connectMillis(settings)));
    return new ServingConnections(server, driver, settings.statementTimeout(), patience);
  }

  /** For one of the servers: so that all of them have their turn while a call waits. */
  private static long connectMillis(DatabaseSettings settings) {
    long share = settings.connectTimeout().toMillis() / settings.servers().size();
    return Math.max(LEAST_CONNECT_MILLIS, share);
  }

  private HikariConfig pool(String name, int connections, boolean autoCommit) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    Properties driver = driver(settings);
    // what transactions have to tell goes with their commit (Dialogue); questions are one by one
    driver.setProperty("allowMultiQueries", Boolean.toString(!autoCommit));
    ServingConnections way = serving(settings, server, driver, settings.connectTimeout());
    ways.add(way);
    config.setDataSource(way);
    if (!autoCommit) { // the others hold nothing; while migrations run one of them waits for long
      config.setConnectionInitSql(GIVE_UP_WHO_VANISHED);
      config.setKeepaliveTime(SIGN_OF_LIFE.toMillis());
    }
    config.setValidationTimeout(
        Math.min(Duration.ofSeconds(5).toMillis(), connectMillis(settings)));
    config.setAutoCommit(autoCommit);
    // Gap locks of the default REPEATABLE READ would make unrelated names wait for each other.
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(Math.min(2, connections));
    config.setConnectionTimeout(settings.connectTimeout().toMillis());
    return config;
  }

  private static Properties driver(DatabaseSettings settings) {
    Properties driver = new Properties();
    driver.setProperty("rewriteBatchedStatements", "true");
    driver.setProperty("useLocalSessionState", "true");
    driver.setProperty("cacheServerConfiguration", "true");
    // else the driver takes every statement apart anew, which costs more than to send it; its own
    // bounds leave out most of ours
    driver.setProperty("cachePrepStmts", "true");
    driver.setProperty("prepStmtCacheSize", "250");
    driver.setProperty("prepStmtCacheSqlLimit", "8192");
    // else it begins several spans a statement, which are not collected, where the API is there
    driver.setProperty("openTelemetry", "DISABLED");
    driver.setProperty("tcpKeepAlive", "true");
    driver.setProperty("connectTimeout", Long.toString(connectMillis(settings)));
    driver.setProperty("socketTimeout", Long.toString(settings.statementTimeout().toMillis()));
    return driver;
  }

  @Override
  public void close() {
    try {
      writes.close();
    } finally {
      reads.close();
    }
  }
}
