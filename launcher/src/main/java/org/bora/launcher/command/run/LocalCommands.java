package org.bora.launcher.command.run;

import java.io.IOException;
import java.nio.file.Path;
import org.bora.admin.AdminRoutes;
import org.bora.admin.AdminSocket;
import org.bora.server.check.Half;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The socket through which commands on the same machine reach a running Bora. */
final class LocalCommands {
  private static final Logger LOG = LoggerFactory.getLogger(LocalCommands.class);

  private static final String OF_ALL =
      "the health check of an image; without --url `bora drain`, also when the service is stopped,"
          + " `status`, which says that it does not answer, `config reload`, `config diff`, `audit"
          + " reopen`";

  private static final String OF_BACKENDS =
      ", `rebuild`, `publish`, `revoke`, `requests`, `surl`, `bans`, `areas`, `space`, `recalls`,"
          + " `tape`, `doors`, `callers`, `quota`, `s3 keys`, `policy explain --running`";

  private LocalCommands() {}

  /**
   * Begins to listen. If that fails, Bora still serves, and reports it.
   *
   * @param self identifies this process
   */
  static AutoCloseable open(Half self, Path socket, AdminRoutes routes) {
    try {
      return AdminSocket.open(socket, routes);
    } catch (IOException e) {
      LOG.warn(
          "the command socket cannot be used: {}; until the next start this process does not answer"
              + " these commands: {}",
          e.getMessage(),
          lost(self));
      return () -> {};
    }
  }

  /** What does not work without it. */
  static String lost(Half self) {
    return self == Half.ALL || self == Half.BACKEND ? OF_ALL + OF_BACKENDS : OF_ALL;
  }
}
