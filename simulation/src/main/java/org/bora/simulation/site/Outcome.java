package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What became of a run.
 *
 * @param trace the same for the same seed
 * @param simulated time of the site
 * @param disturbed the part of it with faults
 * @param spentDisturbed what that part took, in real time
 * @param statuses how often which operation was answered how
 * @param faults how often which one happened
 * @param moves how often files went where between disk and tape
 * @param contradictions what does not fit with what is promised
 * @param firstWrong when the first of them was seen
 * @param states how many puts and pins were in which state when the faults ended
 * @param transitions how often rows went from one state to another in which work
 * @param story what happened, the oldest first
 * @param lastEvents of the trace, where something does not fit
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

  /** Copies what it is given. */
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
