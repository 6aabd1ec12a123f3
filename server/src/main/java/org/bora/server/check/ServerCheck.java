package org.bora.server.check;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.backend.database.ShownUrl;
import org.bora.server.database.ServerVersion;

/**
 * Checks the settings of a database server that accepts the connection. Each finding names the
 * server.
 */
final class ServerCheck {
  private static final Pattern NODE = Pattern.compile("//([^/?]*)");

  private ServerCheck() {}

  /**
   * Queries the server.
   *
   * @param several whether other servers are configured, so that a backend may change to another
   *     one
   * @throws SQLException if it does not answer
   */
  static List<MachineFinding> look(Connection connection, boolean several) throws SQLException {
    List<MachineFinding> findings = new ArrayList<>();
    DatabaseMetaData server = connection.getMetaData();
    String node = node(server);
    version(node, server.getDatabaseProductVersion()).ifPresent(findings::add);
    findings.addAll(GaleraCheck.of(node, several, connection).look());
    return findings;
  }

  /** Each connection is to one: {@code jdbc:mysql://HOST:PORT/...}. */
  private static String node(DatabaseMetaData server) throws SQLException {
    Matcher node = NODE.matcher(ShownUrl.of(server.getURL()));
    return node.find() ? node.group(1) : "";
  }

  private static Optional<MachineFinding> version(String node, String told) {
    try {
      ServerVersion version = ServerVersion.parse(told);
      return version.isSupported()
          ? Optional.empty()
          : Optional.of(other(node, version.toString()));
    } catch (IllegalArgumentException unknown) {
      return Optional.of(other(node, "'" + told + "'"));
    }
  }

  private static MachineFinding other(String node, String version) {
    return MachineFinding.grave(
        "database.url",
        "the database at " + node + " is " + version + "; Bora needs " + ServerVersion.NEEDED);
  }
}
