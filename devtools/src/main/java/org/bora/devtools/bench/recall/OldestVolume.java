package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.bora.backend.stage.plan.LoadedVolume;

/**
 * Reads the volume of the oldest request, with all requests for that volume: grouped, but without
 * turns for callers.
 */
final class OldestVolume implements ServingOrder {

  @Override
  public String name() {
    return "oldest-volume";
  }

  @Override
  public Decision next(RecallBacklog backlog, Collection<LoadedVolume> loaded, Duration now) {
    return backlog
        .oldest()
        .map(RecallRequest::volume)
        .<Decision>map(
            volume -> new Decision.Batch(volume, List.copyOf(backlog.waiting(volume)), true))
        .orElseGet(Decision.Rest::new);
  }
}
