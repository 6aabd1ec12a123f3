package org.bora.server.check;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether a node of a Galera cluster is set up as several backends need it. Any other server
 * passes.
 *
 * @param node its name and port, for people
 * @param several whether backends may use more than one node
 * @param variables of a session with it, by name
 */
record GaleraCheck(String node, boolean several, Map<String, String> variables) {
  private static final String KEY = "database.url";
  private static final String SEE = " (docs/operate/split.md, section 1)";

  /** Before SELECT, UPDATE and DELETE, INSERT and REPLACE: the three bits are for those. */
  private static final int BEFORE_EVERYTHING = 7;

  private static final String INTERLEAVED = "2";

  /**
   * While the group re-forms, nodes only send join messages, one per {@code
   * evs.join_retrans_period}. If the suspect timeout is as short, two remaining nodes suspect each
   * other, each continues alone, and neither has a majority. A few of these messages may be lost or
   * late.
   */
  private static final int HEARD_BEFORE_SUSPECTED = 4;

  GaleraCheck {
    Objects.requireNonNull(node, "node");
    variables = Map.copyOf(variables);
  }

  /** Queries the node; a server without Galera has no wsrep variables, or reports OFF. */
  static GaleraCheck of(String node, boolean several, Connection connection) throws SQLException {
    Map<String, String> variables = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SHOW VARIABLES WHERE Variable_name IN ('wsrep_on', 'wsrep_sync_wait',"
                    + " 'innodb_autoinc_lock_mode', 'wsrep_provider_options')")) {
      while (rows.next()) {
        variables.put(rows.getString(1), rows.getString(2));
      }
    }
    return new GaleraCheck(node, several, variables);
  }

  List<MachineFinding> look() {
    List<MachineFinding> findings = new ArrayList<>();
    if (!"ON".equalsIgnoreCase(variables.get("wsrep_on"))) {
      return findings;
    }
    syncWait(findings);
    lockMode(findings);
    suspicion(findings);
    return findings;
  }

  /** One Bora at the only node that there is loses nothing by it. */
  private void syncWait(List<MachineFinding> findings) {
    String value = variables.getOrDefault("wsrep_sync_wait", "");
    if (!value.matches("[0-9]{1,9}")
        || (Integer.parseInt(value) & BEFORE_EVERYTHING) != BEFORE_EVERYTHING) {
      findings.add(
          new MachineFinding(
              several,
              KEY,
              "wsrep_sync_wait of the Galera node "
                  + node
                  + " is '"
                  + value
                  + "', needed is 7: a backend at another node would not see what was acknowledged;"
                  + " set it on every node, or add sessionVariables=wsrep_sync_wait=7 to the URL"
                  + SEE));
    }
  }

  private void lockMode(List<MachineFinding> findings) {
    String value = variables.getOrDefault("innodb_autoinc_lock_mode", "");
    if (!value.equals(INTERLEAVED)) {
      findings.add(
          MachineFinding.warning(
              KEY,
              "innodb_autoinc_lock_mode of the Galera node "
                  + node
                  + " is '"
                  + value
                  + "', Galera wants 2: with another one writers on several nodes end in deadlocks;"
                  + " set it on every node"
                  + SEE));
    }
  }

  private void suspicion(List<MachineFinding> findings) {
    Optional<Duration> suspect = option("evs.suspect_timeout");
    Optional<Duration> join = option("evs.join_retrans_period");
    if (suspect.isPresent()
        && join.isPresent()
        && suspect.get().compareTo(join.get().multipliedBy(HEARD_BEFORE_SUSPECTED)) < 0) {
      findings.add(
          MachineFinding.warning(
              KEY,
              "evs.suspect_timeout of the Galera node "
                  + node
                  + " is "
                  + suspect.get()
                  + ", evs.join_retrans_period "
                  + join.get()
                  + ": when a node dies, those that are left may take each other for dead too, and"
                  + " none serves; the first must be at least four times the second, set both in"
                  + " wsrep_provider_options of every node"
                  + SEE));
    }
  }

  /** From the node's provider options, in ISO 8601. Empty if missing. */
  private Optional<Duration> option(String name) {
    for (String each : variables.getOrDefault("wsrep_provider_options", "").split(";", -1)) {
      String[] parts = each.split("=", 2);
      if (parts.length == 2 && parts[0].strip().equals(name)) {
        try {
          return Optional.of(Duration.parse(parts[1].strip()));
        } catch (DateTimeParseException other) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }
}
