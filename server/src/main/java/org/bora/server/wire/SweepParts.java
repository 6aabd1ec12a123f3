package org.bora.server.wire;

import java.util.List;
import org.bora.backend.life.FileEnds;
import org.bora.backend.merge.MergedParts;
import org.bora.backend.pin.DuePins;
import org.bora.backend.rename.Unsettled;
import org.bora.backend.sweep.Sweep;
import org.bora.backend.sweep.SweepPart;
import org.bora.server.config.BackendSettings;

/** Background work of a backend, with the settings of the start. */
final class SweepParts {
  private SweepParts() {}

  /** Starts the sweep, and the pinning of due files. */
  static Sweep start(
      BackendSettings settings,
      Ground ground,
      TapeParts tape,
      OperationParts operations,
      Threads threads,
      Running running) {
    Sweep sweep =
        running.add(
            "sweep",
            new Sweep(
                settings.sweep(),
                new Sweep.Ground(
                    ground.transactions(), ground.locator(), ground.books(), ground.tokens()),
                sweptToo(settings.sweep().batch(), ground, operations),
                threads.timer(),
                threads.calls()));
    running.add(
        "deferred starts",
        new DuePins(
            settings.requests().pins(),
            ground.transactions(),
            ground.locator(),
            tape.recalls(),
            ground.tokens(),
            threads.slow()));
    return sweep;
  }

  private static List<SweepPart> sweptToo(int batch, Ground ground, OperationParts operations) {
    FileEnds ends =
        new FileEnds(
            ground.transactions(), ground.locator(), ground.books(), ground.tokens(), batch);
    MergedParts merged =
        new MergedParts(ground.transactions(), ground.locator(), ground.books(), batch);
    Unsettled moves =
        new Unsettled(ground.transactions(), ground.locator(), ground.books(), ground.tokens());
    return List.of(
        new SweepPart("unfinished renames", moves::sweep),
        new SweepPart("old listings", now -> operations.listings().forget(now, batch)),
        new SweepPart("ended files", ends::sweep),
        new SweepPart("parts of stored files", merged::sweep),
        // also where no area opens files any more: what was open must be closed
        new SweepPart("grants", operations.grants()::sweep),
        new SweepPart("ended spaces", operations.spaces().endedSpaces()::sweep),
        new SweepPart("changes of space", operations.spaces().changes()::sweep));
  }
}
