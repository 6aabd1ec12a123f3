package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.bora.backend.stage.plan.LoadedVolume;

/** First come, first served, file by file. */
final class FirstCome implements ServingOrder {

  @Override
  public String name() {
    return "first-come";
  }

  @Override
  public Decision next(RecallBacklog backlog, Collection<LoadedVolume> loaded, Duration now) {
    return backlog
        .oldest()
        .<Decision>map(request -> new Decision.Batch(request.volume(), List.of(request), true))
        .orElseGet(Decision.Rest::new);
  }
}
