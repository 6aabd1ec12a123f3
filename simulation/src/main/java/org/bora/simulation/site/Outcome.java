package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What became of a run.
 *
 * @param trace the same for the same seed
 * @param simulated time of the site
 * @param disturbed the part of it with faults
 * @param statuses how often which operation was answered how
 * @param faults how often which one happened
 * @param contradictions what does not fit with what is promised
 * @param lastEvents of the trace, where something does not
 */
public record Outcome(
    long seed,
    String trace,
    long events,
    Duration simulated,
    Duration disturbed,
    int calls,
    Map<String, Integer> statuses,
    Map<String, Integer> faults,
    List<String> contradictions,
    List<String> lastEvents) {

  /** Copies what it is given. */
  public Outcome {
    statuses = Map.copyOf(statuses);
    faults = Map.copyOf(faults);
    contradictions = List.copyOf(contradictions);
    lastEvents = List.copyOf(lastEvents);
  }
}
