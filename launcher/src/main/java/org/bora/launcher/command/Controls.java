package org.bora.launcher.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.audit.AuditTrail;
import org.bora.launcher.audit.AuditedVerb;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.log.Logging;
import org.bora.launcher.wire.Reload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The verbs that a Bora answers while it runs. */
final class Controls {
  private static final Logger LOG = LoggerFactory.getLogger(Controls.class);
  static final String RELOAD = "reload";
  static final String DIFFERENCES = "differences";

  private Controls() {}

  /**
   * Begins to listen; a Bora that cannot serves all the same, and says what does not work.
   *
   * @param more verbs besides {@link #RELOAD}
   * @param trail is told what was ordered
   */
  static Optional<ControlServer> open(
      Path socket,
      Configuration running,
      List<Reload.Part> parts,
      Map<String, ControlServer.Verb> more,
      AuditTrail trail) {
    List<Reload.Part> all = new ArrayList<>(parts);
    all.add(next -> () -> Logging.levels(next.logging()));
    Reload reload = new Reload(running, all);
    Map<String, ControlServer.Verb> verbs = new HashMap<>(more);
    verbs.put(RELOAD, none -> reload.run());
    verbs.put(DIFFERENCES, none -> reload.differences());
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
