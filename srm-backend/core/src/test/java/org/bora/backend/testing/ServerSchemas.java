package org.bora.backend.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.db.Schema;

/**
 * Fresh schemas on one server. The migrations run once: what they made is copied, which takes a
 * fifth of the time.
 */
final class ServerSchemas implements Schemas {
  private final DatabaseServer server;
  private final AtomicInteger count = new AtomicInteger();
  private List<String> tables = List.of();

  ServerSchemas(DatabaseServer server) {
    this.server = server;
  }

  @Override
  public DatabaseSettings migrated() {
    DatabaseSettings settings = empty();
    List<String> copies = copies();
    try (Connection connection = DriverManager.getConnection(settings.url(), "root", "");
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION foreign_key_checks = 0"); // their order is that of names
      for (String copy : copies) {
        statement.execute(copy);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("cannot copy the tables to " + settings.url(), e);
    }
    return settings;
  }

  /** The statements that copy the tables of a migrated schema, and their rows. */
  private synchronized List<String> copies() {
    if (tables.isEmpty()) {
      String template = create();
      DatabaseSettings settings = settings(template);
      try (Database database = new Database(settings)) {
        new Schema(database.reads()).migrate();
      }
      try (Connection connection = DriverManager.getConnection(settings.url(), "root", "");
          Statement statement = connection.createStatement()) {
        List<String> found = new ArrayList<>();
        for (String table : strings(statement, "SHOW TABLES", 1)) {
          found.addAll(strings(statement, "SHOW CREATE TABLE " + table, 2));
          if (!strings(statement, "SELECT 1 FROM " + table + " LIMIT 1", 1).isEmpty()) {
            found.add("INSERT INTO " + table + " SELECT * FROM " + template + "." + table);
          }
        }
        tables = List.copyOf(found);
      } catch (SQLException e) {
        throw new IllegalStateException("cannot read the tables of " + settings.url(), e);
      }
    }
    return tables;
  }

  private static List<String> strings(Statement statement, String query, int column)
      throws SQLException {
    List<String> strings = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        strings.add(rows.getString(column));
      }
    }
    return strings;
  }

  @Override
  public DatabaseSettings empty() {
    return settings(create());
  }

  private DatabaseSettings settings(String name) {
    return DatabaseSettings.defaults(server.url(name) + StatementTap.parameter(), "root", "");
  }

  private String create() {
    String name = "test" + count.incrementAndGet();
    try (Connection connection = DriverManager.getConnection(server.url(""), "root", "");
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot make the schema " + name, e);
    }
    return name;
  }

  @Override
  public void close() {
    server.close();
  }
}
