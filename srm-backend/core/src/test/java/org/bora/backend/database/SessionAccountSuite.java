package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Which accounts may end the sessions of a backend. The embedded MariaDB has no accounts: this is
 * for servers that have.
 */
@Timeout(120)
abstract class SessionAccountSuite {
  private DatabaseSettings settings;

  @BeforeEach
  void schema(Schemas schemas) {
    settings = schemas.migrated();
  }

  @Test
  void anAccountWithoutPrivilegesEndsSessionsOfItsOwn() throws SQLException {
    settings = account("plain");
    try (Member one = new Member(settings, "one");
        Connection session = one.locking();
        Member other = new Member(settings, "other")) {
      other.rounds(Membership.LOOKS_OF_SILENCE + 1);
      assertEquals(1, other.insert(), "the row is free");
      assertThrows(SQLException.class, session::commit);
    }
  }

  @Test
  void whereTheAccountMayNotEndThemTheBackendGoesOn() throws SQLException {
    try (Member one = new Member(settings, "one");
        Connection session = one.locking();
        Member other = new Member(account("stranger", "PROCESS"), "other")) {
      other.rounds(2 * Membership.LOOKS_OF_SILENCE);
      assertEquals(1, new PresenceTable().stays(other.connection()).size());
      session.commit();
    }
  }

  /** The same schema for a user of no privileges but those on it, and these. */
  private DatabaseSettings account(String user, String... more) throws SQLException {
    String unique = user + System.nanoTime() % 1_000_000;
    String schema = settings.url().replaceAll(".*/([^/?]*)([?].*)?", "$1");
    try (Connection root =
            DriverManager.getConnection(settings.url(), settings.user(), settings.password());
        Statement statement = root.createStatement()) {
      statement.execute("CREATE USER '" + unique + "'@'%' IDENTIFIED BY 'secret'");
      statement.execute("GRANT ALL ON " + schema + ".* TO '" + unique + "'@'%'");
      for (String privilege : more) {
        statement.execute("GRANT " + privilege + " ON *.* TO '" + unique + "'@'%'");
      }
    }
    return new DatabaseSettings(
        settings.url(), unique, "secret", 2, 2, Duration.ofSeconds(20), Duration.ofMinutes(1));
  }
}
