package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a run.
 *
 * @param trace hash of the events; the same for the same seed
 * @param simulated time of the site
 * @param disturbed the part of it with faults
 * @param spentDisturbed real time spent on that part
 * @param statuses how often each operation returned each status
 * @param faults how often each fault happened
 * @param moves how often files moved between disk and tape, by kind
 * @param contradictions what contradicts a promise
 * @param firstWrong when the first contradiction was seen
 * @param states number of puts and pins in each state when the faults ended
 * @param transitions number of state transitions of rows, by work
 * @param story events, the oldest first
 * @param lastEvents of the trace, if there is a contradiction
 */
public record Outcome(
    long seed,
    String trace,
    long events,
    Duration simulated,
    Duration disturbed,
    Duration spentDisturbed,
    int calls,
    Map<String, Integer> statuses,
    Map<String, Integer> faults,
    Map<String, Integer> moves,
    List<String> contradictions,
    Optional<Duration> firstWrong,
    Map<String, Integer> states,
    Map<String, Integer> transitions,
    List<Moment> story,
    List<String> lastEvents) {

  /** Copies its arguments. */
  public Outcome {
    statuses = Map.copyOf(statuses);
    faults = Map.copyOf(faults);
    moves = Map.copyOf(moves);
    contradictions = List.copyOf(contradictions);
    states = Map.copyOf(states);
    transitions = Map.copyOf(transitions);
    story = List.copyOf(story);
    lastEvents = List.copyOf(lastEvents);
  }
}
