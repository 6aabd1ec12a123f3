package org.bora.server.metrics;

import java.util.List;
import java.util.Objects;
import org.bora.backend.fleet.FileCount;
import org.bora.backend.space.AreaFigures;
import org.bora.backend.stage.report.TapeStatus;

/**
 * The state of the site at one moment, from the database and the filesystems.
 *
 * @param nanos when, as {@link System#nanoTime}
 */
record SiteState(long nanos, AreaFigures areas, TapeStatus tape, List<FileCount> files) {
  SiteState {
    Objects.requireNonNull(areas, "areas");
    Objects.requireNonNull(tape, "tape");
    files = List.copyOf(files);
  }
}
