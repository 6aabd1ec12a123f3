package org.bora.backend.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * The connections of one backend. Two pools, because a statement that only reads needs no
 * transaction around it: on an auto-commit connection it is one exchange with the server, elsewhere
 * two.
 */
public final class Database implements AutoCloseable {

  /** A server that is well may take so long for a handshake. */
  private static final long LEAST_CONNECT_MILLIS = 500;

  private final DatabaseSettings settings;
  private final HikariDataSource reads;
  private final HikariDataSource writes;

  /** Connects; fails at once where the server cannot be reached. */
  public Database(DatabaseSettings settings) {
    this.settings = settings;
    ServerInUse server = new ServerInUse(settings.servers(), this::leaveServer);
    reads = new HikariDataSource(pool("reads", server, settings.readConnections(), true));
    try {
      writes = new HikariDataSource(pool("writes", server, settings.writeConnections(), false));
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

  /** What is idle at the former server would be tried first, what is in use goes back to it. */
  private void leaveServer() {
    Stream.of(reads, writes)
        .filter(pool -> pool != null && pool.getHikariPoolMXBean() != null) // being made
        .forEach(pool -> pool.getHikariPoolMXBean().softEvictConnections());
  }

  DatabaseSettings settings() {
    return settings;
  }

  /** One connection apart from the pools, to the first server that serves. */
  public static Connection connect(DatabaseSettings settings) throws SQLException {
    return serving(settings, new ServerInUse(settings.servers(), () -> {}), driver(settings))
        .getConnection();
  }

  private static ServingConnections serving(
      DatabaseSettings settings, ServerInUse server, Properties driver) {
    driver.setProperty("user", settings.user());
    driver.setProperty("password", settings.password());
    // the handshake and the first answer; a server that hangs may not use up the others' time
    driver.setProperty("socketTimeout", Long.toString(connectMillis(settings)));
    return new ServingConnections(server, driver, settings.statementTimeout());
  }

  /** For one of the servers: so that all of them have their turn while a call waits. */
  private static long connectMillis(DatabaseSettings settings) {
    long share = settings.connectTimeout().toMillis() / settings.servers().size();
    return Math.max(LEAST_CONNECT_MILLIS, share);
  }

  private HikariConfig pool(String name, ServerInUse server, int connections, boolean autoCommit) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    Properties driver = driver(settings);
    // what transactions have to tell goes with their commit (Dialogue); questions are one by one
    driver.setProperty("allowMultiQueries", Boolean.toString(!autoCommit));
    if (settings.servers().size() == 1) {
      config.setJdbcUrl(settings.url());
      config.setUsername(settings.user());
      config.setPassword(settings.password());
      config.setDataSourceProperties(driver);
    } else {
      config.setDataSource(serving(settings, server, driver));
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
