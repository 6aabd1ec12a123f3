package org.bora.backend.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;

/**
 * The connections of one backend. Two pools, because a statement that only reads needs no
 * transaction around it: on an auto-commit connection it is one exchange with the server, elsewhere
 * two.
 */
public final class Database implements AutoCloseable {
  private final DatabaseSettings settings;
  private final HikariDataSource reads;
  private final HikariDataSource writes;

  /** Connects; fails at once where the server cannot be reached. */
  public Database(DatabaseSettings settings) {
    this.settings = settings;
    reads = new HikariDataSource(pool("reads", settings, settings.readConnections(), true));
    try {
      writes = new HikariDataSource(pool("writes", settings, settings.writeConnections(), false));
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

  DatabaseSettings settings() {
    return settings;
  }

  /** One connection apart from the pools, to the first server that serves. */
  public static Connection connect(DatabaseSettings settings) throws SQLException {
    return new ServingConnections(settings.servers(), login(settings, driver(settings)))
        .getConnection();
  }

  private static Properties login(DatabaseSettings settings, Properties driver) {
    driver.setProperty("user", settings.user());
    driver.setProperty("password", settings.password());
    return driver;
  }

  private static HikariConfig pool(
      String name, DatabaseSettings settings, int connections, boolean autoCommit) {
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
      config.setDataSource(new ServingConnections(settings.servers(), login(settings, driver)));
    }
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
    // so that all servers have their turn while a call waits
    long connect = settings.connectTimeout().toMillis() / settings.servers().size();
    driver.setProperty("connectTimeout", Long.toString(connect));
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
