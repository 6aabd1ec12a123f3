package org.bora.backend.stage.plan;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One tape library at one moment, as the database knows it: asked by a backend that holds a drive
 * and has nothing to do with it.
 *
 * @param waiting one record for each pair of volume and caller
 * @param reading volumes of which a batch runs on any drive of any backend; no other batch may read
 *     them
 * @param loaded the volume in the drive that asks, and those in other idle drives where the tape
 *     system picks the drive itself
 * @param lastTurns when the last turn of a caller began, see {@link NextPass.Read#turnOf()};
 *     callers that are not here have had none, so what is older than a day can be forgotten
 */
public record Situation(
    Collection<VolumeDemand> waiting,
    Set<String> reading,
    Collection<LoadedVolume> loaded,
    Map<String, Instant> lastTurns) {

  public Situation {
    waiting = List.copyOf(waiting);
    reading = Set.copyOf(reading);
    loaded = List.copyOf(loaded);
    lastTurns = Map.copyOf(lastTurns);
  }
}
