package org.bora.launcher.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.bora.audit.AuditTrail;
import org.bora.launcher.audit.AuditedVerb;
import org.bora.launcher.control.ControlServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The verbs that a Bora answers while it runs. */
final class Controls {
  private static final Logger LOG = LoggerFactory.getLogger(Controls.class);

  private Controls() {}

  /**
   * Begins to listen; a Bora that cannot serves all the same, and says what does not work.
   *
   * @param trail is told what was ordered
   */
  static Optional<ControlServer> open(
      Path socket, Map<String, ControlServer.Verb> verbs, AuditTrail trail) {
    try {
      return Optional.of(ControlServer.open(socket, AuditedVerb.all(verbs, trail)));
    } catch (IOException e) {
      LOG.warn(
          "`bora config reload`, `bora drain`, `bora tape` and `bora audit reopen` will not work: {}",
          e.getMessage());
      return Optional.empty();
    }
  }

  /** Stops to listen. */
  static void close(Optional<ControlServer> control) {
    try {
      if (control.isPresent()) {
        control.get().close();
      }
    } catch (IOException e) {
      LOG.warn("the socket for commands stays behind: {}", e.getMessage());
    }
  }
}
