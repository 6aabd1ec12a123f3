package org.bora.backend.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.db.Schema;

/** Hands out fresh schemas, migrated, on one server. */
public final class Schemas implements AutoCloseable {
  private final DatabaseServer server;
  private final AtomicInteger count = new AtomicInteger();

  Schemas(DatabaseServer server) {
    this.server = server;
  }

  /** The settings of a new, empty schema with Bora's tables in it. */
  public DatabaseSettings migrated() {
    DatabaseSettings settings = empty();
    try (Database database = new Database(settings)) {
      new Schema(database.reads()).migrate();
    }
    return settings;
  }

  /** The settings of a new schema without tables. */
  public DatabaseSettings empty() {
    String name = "test" + count.incrementAndGet();
    try (Connection connection = DriverManager.getConnection(server.url(""), "root", "");
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot make the schema " + name, e);
    }
    return DatabaseSettings.defaults(server.url(name), "root", "");
  }

  @Override
  public void close() {
    server.close();
  }
}
