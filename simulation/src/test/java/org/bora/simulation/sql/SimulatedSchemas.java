package org.bora.simulation.sql;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.Schemas;

/** A simulated database for each schema, behind a driver that the backend finds by its URL. */
public final class SimulatedSchemas implements Schemas {
  private final SimulatedDriver driver = new SimulatedDriver();

  /** One driver for all its schemas. */
  public SimulatedSchemas() {
    try {
      registerFirst(driver);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The MySQL driver accepts the URL, too, and would look for a host of this name. */
  private static void registerFirst(Driver first) throws SQLException {
    List<Driver> others = Collections.list(DriverManager.getDrivers());
    for (Driver other : others) {
      DriverManager.deregisterDriver(other);
    }
    DriverManager.registerDriver(first);
    for (Driver other : others) {
      DriverManager.registerDriver(other);
    }
  }

  @Override
  public DatabaseSettings migrated() {
    SimulatedDatabase database =
        new SimulatedDatabase(new RealPauses(), InstantSource.system(), new Random(1));
    return DatabaseSettings.defaults(driver.add(database), "root", "");
  }

  @Override
  public DatabaseSettings empty() {
    throw new UnsupportedOperationException("the simulated database has the tables from the start");
  }

  @Override
  public void close() {
    try {
      DriverManager.deregisterDriver(driver);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
