package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.bora.backend.stage.plan.LoadedVolume;

/**
 * Decides what a free drive reads next. An implementation may keep state; each run has its own
 * instance.
 */
interface ServingOrder {

  /** The decision for a free drive. */
  sealed interface Decision {

    /**
     * Read these files, in this order.
     *
     * @param begins true if the batch begins a pass, false if it continues one
     */
    record Batch(String volume, List<RecallRequest> requests, boolean begins) implements Decision {}

    /** Ask again at this time, or when something changes. */
    record Ask(Duration again) implements Decision {}

    /** Ask again when something changes. */
    record Rest() implements Decision {}
  }

  /** One word, for tables. */
  String name();

  /**
   * What a drive does that is free.
   *
   * @param loaded volumes in drives that do nothing
   */
  Decision next(RecallBacklog backlog, Collection<LoadedVolume> loaded, Duration now);
}
