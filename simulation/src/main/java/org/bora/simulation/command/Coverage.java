package org.bora.simulation.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.backend.pin.PinState;
import org.bora.backend.request.PutState;

/** What of the operations and of their states the runs have come to, and what they have not. */
final class Coverage {
  private static final Set<String> NO_STATUS = Set.of("silence", "asked again");
  private static final String FAILED = "failed: ";

  private final Map<String, Integer> answers;
  private final Map<String, Integer> states;

  Coverage(Map<String, Integer> answers, Map<String, Integer> states) {
    this.answers = answers;
    this.states = states;
  }

  List<String> lines() {
    Map<String, Set<String>> seen = new TreeMap<>();
    for (String answer : answers.keySet()) {
      int blank = answer.indexOf(' ');
      String status = answer.substring(blank + 1);
      if (!NO_STATUS.contains(status) && !status.startsWith(FAILED)) {
        seen.computeIfAbsent(answer.substring(0, blank), none -> new TreeSet<>()).add(status);
      }
    }
    Set<String> never =
        Catalogue.ALL.stream()
            .map(Operation::name)
            .filter(name -> !seen.containsKey(name))
            .collect(Collectors.toCollection(TreeSet::new));
    List<String> lines = new ArrayList<>();
    lines.add("coverage:");
    lines.add(
        "  operations %d of %d, with %d statuses; never called: %s"
            .formatted(
                seen.size(),
                Catalogue.ALL.size(),
                seen.values().stream().mapToInt(Set::size).sum(),
                String.join(", ", never)));
    lines.add(of("put_file", PutState.values()));
    lines.add(of("pin", PinState.values()));
    return lines;
  }

  private String of(String table, Enum<?>[] all) {
    Set<String> missing =
        Arrays.stream(all)
            .map(Enum::name)
            .filter(state -> !states.containsKey(table + " " + state))
            .collect(Collectors.toCollection(TreeSet::new));
    return "  states of %s %d of %d%s"
        .formatted(
            table,
            all.length - missing.size(),
            all.length,
            missing.isEmpty() ? "" : "; never: " + String.join(", ", missing));
  }
}
