package org.bora.simulation.sql;

import java.sql.Connection;

/** {@link javax.sql.DataSource}. */
record SourceCalls(SimulatedDatabase database, String process, boolean autoCommit) {

  public Connection getConnection() {
    return ConnectionCalls.of(database.open(process, autoCommit));
  }

  /**
   * The time that a pool, when it is closed, waits for a connection attempt; no attempt takes long.
   */
  public int getLoginTimeout() {
    return 0;
  }
}
