package org.bora.server.check;

import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.ShownUrl;

/**
 * Explains to the administrator why a database refuses the connection.
 *
 * @param hopeless whether waiting cannot help, because an administrator must fix something
 * @param finding what to fix
 */
public record DatabaseLook(boolean hopeless, MachineFinding finding) {
  private static final int UNKNOWN_SCHEMA = 1049;
  private static final int SCHEMA_CLOSED = 1044;
  private static final String NOT_LET_IN = "28000";

  public DatabaseLook {
    Objects.requireNonNull(finding, "finding");
  }

  /**
   * Tries each server once, and reports refused connections (an error if all servers refuse) and
   * unsuitable settings.
   */
  public static List<MachineFinding> at(DatabaseSettings settings) {
    List<MachineFinding> findings = new ArrayList<>();
    List<MachineFinding> refusals = new ArrayList<>();
    List<DatabaseSettings> servers = settings.each();
    for (DatabaseSettings server : servers) {
      try (Connection connection = Database.connect(server)) {
        findings.addAll(ServerCheck.look(connection, servers.size() > 1));
      } catch (SQLException refused) {
        refusals.add(of(server, refused).finding());
      }
    }
    boolean grave = refusals.size() == servers.size();
    refusals.forEach(each -> findings.add(new MachineFinding(grave, each.key(), each.text())));
    return findings;
  }

  /** What a refusal means. */
  public static DatabaseLook of(DatabaseSettings settings, SQLException refused) {
    String why = refused.getMessage().lines().findFirst().orElse("no reason given");
    if (NOT_LET_IN.equals(refused.getSQLState())) {
      return hopeless(
          "database.user",
          "the server at "
              + ShownUrl.of(settings.url())
              + " does not let '"
              + settings.user()
              + "' in ("
              + why
              + "); correct the user name, or the password in database.password-file");
    }
    if (refused.getErrorCode() == UNKNOWN_SCHEMA || refused.getErrorCode() == SCHEMA_CLOSED) {
      return hopeless(
          "database.url",
          ShownUrl.of(settings.url())
              + " has no schema for '"
              + settings.user()
              + "' ("
              + why
              + "); create it and grant it to that user, as docs/operate/split.md says");
    }
    String text =
        isUnknown(refused)
            ? "the name service does not know the host of "
                + ShownUrl.of(settings.url())
                + "; correct the name"
            : "no database answers at "
                + ShownUrl.of(settings.url())
                + " ("
                + why
                + "); is the server running, and is that its port?";
    return new DatabaseLook(false, MachineFinding.grave("database.url", text));
  }

  private static DatabaseLook hopeless(String key, String text) {
    return new DatabaseLook(true, MachineFinding.grave(key, text));
  }

  private static boolean isUnknown(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof UnknownHostException) {
        return true;
      }
    }
    return false;
  }
}
