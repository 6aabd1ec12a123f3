package org.bora.launcher.check;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.launcher.database.ServerVersion;

/** What does not fit of a database server that lets us in. */
public final class ServerCheck {
  private ServerCheck() {}

  /**
   * Asks it.
   *
   * @throws SQLException when it does not answer any more
   */
  public static List<Finding> look(Connection connection) throws SQLException {
    List<Finding> findings = new ArrayList<>();
    version(connection.getMetaData().getDatabaseProductVersion()).ifPresent(findings::add);
    findings.addAll(GaleraCheck.of(connection).look());
    return findings;
  }

  private static Optional<Finding> version(String told) {
    try {
      ServerVersion version = ServerVersion.parse(told);
      return version.isSupported() ? Optional.empty() : Optional.of(other(version.toString()));
    } catch (IllegalArgumentException unknown) {
      return Optional.of(other("'" + told + "'"));
    }
  }

  private static Finding other(String version) {
    return Finding.grave(
        "database.url", "the database is " + version + "; Bora needs " + ServerVersion.NEEDED);
  }
}
