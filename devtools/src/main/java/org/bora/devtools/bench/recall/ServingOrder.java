package org.bora.devtools.bench.recall;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.bora.backend.stage.plan.LoadedVolume;

/** Decides what a free drive reads next. May keep a state of its own; one for each run. */
interface ServingOrder {

  /** What to do now. */
  sealed interface Decision {

    /**
     * Read these, in this order.
     *
     * @param begins whether a pass begins with it, or goes on
     */
    record Batch(String volume, List<RecallRequest> requests, boolean begins) implements Decision {}

    /** Nothing before this time, unless something changes. */
    record Ask(Duration again) implements Decision {}

    /** Nothing, until something changes. */
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
