package org.bora.simulation.sql;

import java.sql.Connection;

/** {@link javax.sql.DataSource}. */
record SourceCalls(SimulatedDatabase database, String process, boolean autoCommit) {

  public Connection getConnection() {
    return ConnectionCalls.of(database.open(process, autoCommit));
  }

  /**
   * What a pool waits for an attempt to connect when it is closed; there is none that takes long.
   */
  public int getLoginTimeout() {
    return 0;
  }
}
