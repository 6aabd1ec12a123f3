package org.bora.simulation.sql;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;

/** Maps a URL to a simulated database. */
final class SimulatedDriver implements Driver {
  private final Map<String, SimulatedDatabase> databases = new ConcurrentHashMap<>();

  /** Returns its URL, which looks like a server's. */
  String add(SimulatedDatabase database) {
    String url = "jdbc:mysql://simulated/test" + databases.size();
    databases.put(url, database);
    return url;
  }

  @Override
  public Connection connect(String url, Properties info) {
    return acceptsURL(url) ? ConnectionCalls.of(databases.get(url).open("backend", true)) : null;
  }

  @Override
  public boolean acceptsURL(String url) {
    return databases.containsKey(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }
}
