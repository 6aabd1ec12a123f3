package org.bora.server.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bora.api.figures.Origin;
import org.bora.server.config.Configuration;
import org.bora.server.service.NotifySocket;

/**
 * A role without a service: the application, a first and a last phase. The class cache learns from
 * it which classes of Spring a start needs. Nothing is asked of it: the JVM loads all classes of
 * the cache at each start, of a verb too.
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
