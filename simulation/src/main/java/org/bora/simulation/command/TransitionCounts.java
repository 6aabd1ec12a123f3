package org.bora.simulation.command;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.bora.simulation.site.States;

/** State transitions of puts, pins, recalls, migrations, removals from tape and renames. */
final class TransitionCounts {
  private static final String BY = " by ";

  /** For each transition, how often each kind of work made it. */
  private final Map<String, Map<String, Integer>> made = new TreeMap<>();

  /**
   * Takes the counts of a run.
   *
   * @param counts of transitions, as in an outcome
   */
  TransitionCounts(Map<String, Integer> counts) {
    counts.forEach(
        (move, count) -> {
          int at = move.indexOf(BY);
          made.computeIfAbsent(move.substring(0, at), none -> new TreeMap<>())
              .put(move.substring(at + BY.length()), count);
        });
  }

  /** Allowed transitions that were never made. */
  Set<String> never() {
    Set<String> never = new LinkedHashSet<>(States.moves());
    never.removeAll(made.keySet());
    return never;
  }

  /**
   * Transitions that were made and are not listed in {@link States}. Rows may be deleted at any
   * time.
   */
  Set<String> notForeseen() {
    Set<String> made = new LinkedHashSet<>(this.made.keySet());
    made.removeAll(States.moves());
    made.removeIf(States::isAnEnd);
    return made;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("transitions:");
    made.forEach(
        (move, works) -> {
          StringJoiner by = new StringJoiner(", ");
          works.forEach((work, count) -> by.add(work + " " + count));
          lines.add("  %-40s %s".formatted(move, by));
        });
    Set<String> never = never();
    lines.add(
        "  transitions %d of %d%s"
            .formatted(
                States.moves().size() - never.size(),
                States.moves().size(),
                never.isEmpty() ? "" : "; never: " + String.join(", ", never)));
    if (!notForeseen().isEmpty()) {
      lines.add("  not foreseen: " + String.join(", ", notForeseen()));
    }
    return lines;
  }

  String json() {
    StringJoiner moves = new StringJoiner(",", "{", "}");
    made.forEach(
        (move, works) -> {
          StringJoiner by = new StringJoiner(",", "{", "}");
          works.forEach((work, count) -> by.add(Summary.quoted(work) + ":" + count));
          moves.add(Summary.quoted(move) + ":" + by);
        });
    return moves.toString();
  }
}
