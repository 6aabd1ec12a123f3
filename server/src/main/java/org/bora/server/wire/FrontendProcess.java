package org.bora.server.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.bora.api.figures.Origin;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.server.check.Half;
import org.bora.server.config.Configuration;
import org.bora.server.service.NotifySocket;

/** A frontend without a backend in the same process. */
public final class FrontendProcess extends LinkedRole {
  private static final int SRM_PORT = 8444;

  /**
   * Prepares a start without effect yet.
   *
   * @param directory for its logs
   * @param manager learns when the process is taken out of service
   */
  public FrontendProcess(Configuration configuration, Path directory, NotifySocket manager) {
    super(Origin.Kind.FRONTEND, "frontend", Half.FRONTEND, configuration, manager);
    Objects.requireNonNull(directory, "directory");
    in(Phase.CHECK, _ -> check());
    in(Phase.PROCESS, parts -> process(directory, parts));
    in(Phase.LINK, this::findBackends);
    in(Phase.DOOR, this::openDoor);
    in(Phase.ADMIN, this::openAdmin);
  }

  @Override
  DispatchSettings dispatch(DispatchSettings written) {
    return written;
  }

  /**
   * Opens the SRM port. Backends that are not there yet are looked for as long as it runs.
   *
   * @return where it listens, for people
   * @throws StartFailure with a sentence for the administrator
   */
  @Override
  public String start() throws IOException, InterruptedException, StartFailure {
    begin();
    return address();
  }

  private void openDoor(Running parts) throws StartFailure {
    Gates gates = gates(parts);
    serves(
        FrontendParts.open(
            configuration,
            gates,
            configuration.endpoint().port().orElse(SRM_PORT),
            backend(),
            audit,
            observation,
            threads,
            parts),
        gates);
  }
}
