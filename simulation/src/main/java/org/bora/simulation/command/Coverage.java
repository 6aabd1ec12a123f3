package org.bora.simulation.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.backend.pin.PinState;
import org.bora.backend.request.PutState;

/** The operations and states that the runs have reached, and those that they have not. */
final class Coverage {
  private static final Set<String> NO_STATUS = Set.of("silence", "asked again", "not let in");
  private static final String FAILED = "failed: ";

  private final Map<String, Integer> answers;
  private final Map<String, Integer> states;
  private final TransitionCounts moves;

  Coverage(Map<String, Integer> answers, Map<String, Integer> states, TransitionCounts moves) {
    this.answers = answers;
    this.states = states;
    this.moves = moves;
  }

  /** The statuses that each operation has returned. */
  private Map<String, Set<String>> seen() {
    Map<String, Set<String>> seen = new TreeMap<>();
    for (String answer : answers.keySet()) {
      int blank = answer.indexOf(' ');
      String status = answer.substring(blank + 1);
      if (!NO_STATUS.contains(status) && !status.startsWith(FAILED)) {
        seen.computeIfAbsent(answer.substring(0, blank), none -> new TreeSet<>()).add(status);
      }
    }
    return seen;
  }

  private static Set<String> never(Map<String, Set<String>> seen) {
    return Catalogue.ALL.stream()
        .map(Operation::name)
        .filter(name -> !seen.containsKey(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** For each operation, the statuses that it has returned and those that never occurred. */
  String json() {
    Map<String, Set<String>> seen = seen();
    StringJoiner operations = new StringJoiner(",", "{", "}");
    seen.forEach(
        (name, statuses) -> operations.add(Summary.quoted(name) + ":" + Summary.list(statuses)));
    return ("{\"operations\":%s,\"neverCalled\":%s,\"neverIn\":{\"put_file\":%s,\"pin\":%s},\"transitions\":%s,"
            + "\"neverMade\":%s,\"notForeseen\":%s}")
        .formatted(
            operations,
            Summary.list(never(seen)),
            Summary.list(missing("put_file", PutState.values())),
            Summary.list(missing("pin", PinState.values())),
            moves.json(),
            Summary.list(moves.never()),
            Summary.list(moves.notForeseen()));
  }

  List<String> lines() {
    Map<String, Set<String>> seen = seen();
    Set<String> never = never(seen);
    List<String> lines = new ArrayList<>();
    lines.add("coverage:");
    lines.add(
        "  operations %d of %d, with %d statuses; never called: %s"
            .formatted(
                seen.size(),
                Catalogue.ALL.size(),
                seen.values().stream().mapToInt(Set::size).sum(),
                String.join(", ", never)));
    seen.forEach((name, statuses) -> lines.add("  " + name + ": " + String.join(", ", statuses)));
    lines.add(of("put_file", PutState.values()));
    lines.add(of("pin", PinState.values()));
    lines.addAll(moves.lines());
    return lines;
  }

  private Set<String> missing(String table, Enum<?>[] all) {
    return Arrays.stream(all)
        .map(Enum::name)
        .filter(state -> !states.containsKey(table + " " + state))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private String of(String table, Enum<?>[] all) {
    Set<String> missing = missing(table, all);
    return "  states of %s %d of %d%s"
        .formatted(
            table,
            all.length - missing.size(),
            all.length,
            missing.isEmpty() ? "" : "; never: " + String.join(", ", missing));
  }
}
