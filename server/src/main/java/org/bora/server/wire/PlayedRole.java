package org.bora.server.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bora.api.figures.Origin;
import org.bora.server.config.Configuration;
import org.bora.server.service.NotifySocket;

/**
 * A role without a service, which has only a first and a last phase. It teaches the class cache
 * which Spring classes a start needs. It serves no request, because the JVM loads all classes of
 * the cache at each start, even for a verb.
 */
public final class PlayedRole extends Role {
  /**
   * Prepares a start; nothing happens yet.
   *
   * @param logs where its audit log goes
   */
  public PlayedRole(Configuration configuration, Path logs) {
    super(Origin.Kind.ALL_IN_ONE, "rehearsal", configuration, NotifySocket.nobody());
    in(Phase.PROCESS, parts -> process(logs, parts));
    in(Phase.ADMIN, parts -> administer(List.of(), parts));
  }

  @Override
  public String start() throws IOException, InterruptedException, StartFailure {
    begin();
    return "nowhere";
  }
}
