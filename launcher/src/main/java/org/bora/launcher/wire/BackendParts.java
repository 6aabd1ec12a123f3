package org.bora.launcher.wire;

import java.io.IOException;
import org.bora.api.copy.CopyCalls;
import org.bora.backend.database.Database;
import org.bora.backend.operation.copy.CopyOperations;
import org.bora.gridftp.door.Doors;
import org.bora.launcher.config.BackendSettings;

/** A backend without its gRPC service: operations over areas, doors and database. */
final class BackendParts {
  private BackendParts() {}

  /** Puts everything together and begins to sweep. */
  static RunningBackend start(
      BackendSettings settings,
      Areas areas,
      Doors doors,
      Database database,
      CopyParts copies,
      Threads threads,
      Running running)
      throws IOException, StartFailure {
    Ground ground = Ground.lay(settings, areas, doors, database, threads, running);
    TapeParts tape = TapeParts.start(settings.tape(), ground, areas, threads, running);
    OperationParts first = new OperationParts(ground, tape, settings, areas.authoriser());
    SweepParts.start(settings, ground, tape, first, threads, running);
    RunningBackend backend = new RunningBackend(tape.verbs(), ground.clock());
    // Copies in the making outlive a change of settings; their own side goes by those in force.
    CopyOperations.LocalCalls local = new CopyOperations.LocalCalls(backend, backend, backend);
    CopyOperations.Surroundings around =
        new CopyOperations.Surroundings(
            ground.transactions(),
            ground.putEnding(),
            ground.locator(),
            ground.tokens(),
            ground.clock());
    CopyCalls copying = copies.start(around, local, first.copied(), threads, running);
    backend.begin(
        first.operations(copying, threads.listings()),
        next -> first.with(next).operations(copying, threads.listings()));
    return backend;
  }
}
