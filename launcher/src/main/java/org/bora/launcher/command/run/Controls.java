package org.bora.launcher.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bora.audit.AuditTrail;
import org.bora.launcher.admin.ApiVerb;
import org.bora.launcher.audit.AuditedVerb;
import org.bora.launcher.check.Half;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.publish.PublishVerb;
import org.bora.launcher.wire.Reload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The verbs that a Bora answers while it runs. */
final class Controls {
  private static final Logger LOG = LoggerFactory.getLogger(Controls.class);

  private Controls() {}

  private static final Set<Half> EACH = Set.of(Half.values());
  private static final Set<Half> WORKING = Set.of(Half.ALL, Half.BACKEND);

  /**
   * What cannot be done without a verb.
   *
   * @param of those that are asked for it; a verb of which another is asked goes on
   * @param what for administrators
   */
  private record Need(String verb, Set<Half> of, String what) {}

  private static final List<Need> NEEDS =
      List.of(
          new Need(Reload.VERB, EACH, "`bora config reload` without --url"),
          new Need("audit-reopen", EACH, "`bora audit reopen`"),
          new Need("health", EACH, "the health check of an image"),
          new Need("rebuild", EACH, "`bora rebuild`"),
          new Need(PublishVerb.NAME, EACH, "`bora publish`"),
          new Need(
              ApiVerb.NAME,
              EACH,
              "`bora drain` without --url, also when the service is stopped, `bora status`, which"
                  + " says that it does not answer, `bora config diff` without files and --url"),
          new Need(
              ApiVerb.NAME,
              WORKING,
              "without --url `bora requests`, `surl`, `bans`, `areas`, `space`, `recalls`, `tape` with"
                  + " all its verbs, `doors`, `callers`, `policy explain --running`"));

  /**
   * Begins to listen; a Bora that cannot serves all the same, and says what does not work.
   *
   * @param self what this process is
   * @param trail is told what was ordered
   */
  static AutoCloseable open(
      Half self, Path socket, Map<String, ControlServer.Verb> verbs, AuditTrail trail) {
    try {
      return ControlServer.open(socket, AuditedVerb.all(verbs, trail));
    } catch (IOException e) {
      LOG.warn(
          "the socket for commands cannot be used: {}; until the next start these do not work for this"
              + " process: {}",
          e.getMessage(),
          String.join("; ", lost(self, verbs.keySet())));
      return () -> {};
    }
  }

  /** What does not work where these verbs are not heard, unknown ones included. */
  static List<String> lost(Half self, Set<String> verbs) {
    Set<String> others = new TreeSet<>(verbs);
    List<String> lost = new ArrayList<>();
    for (Need need : NEEDS) {
      if (verbs.contains(need.verb()) && need.of().contains(self)) {
        lost.add(need.what());
      }
      others.remove(need.verb());
    }
    others.forEach(verb -> lost.add("what asks for " + verb));
    return lost;
  }
}
