package org.bora.backend.testing;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.bora.backend.database.DatabaseSettings;

/** The connections to one schema of a server, as its administrator has power over them. */
public final class Connections {
  private Connections() {}

  /** Ends all of them: what is under way in them is rolled back. */
  public static void kill(DatabaseSettings database) throws SQLException {
    String schema = URI.create(database.url().substring("jdbc:".length())).getPath().substring(1);
    try (Connection connection =
            DriverManager.getConnection(database.url(), database.user(), database.password());
        Statement statement = connection.createStatement()) {
      List<Long> others = new ArrayList<>();
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND db = '"
                  + schema
                  + "'")) {
        while (rows.next()) {
          others.add(rows.getLong(1));
        }
      }
      for (long id : others) {
        statement.execute("KILL " + id);
      }
    }
  }
}
