package org.bora.it.conformance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which operations and status codes the rows that passed have seen, against those there are. */
final class Coverage {
  private static final List<String> COLUMNS =
      List.of("operation", "request codes", "file codes", "beyond reach");

  /**
   * What the specification lists for an operation.
   *
   * @param beyond codes that no client can bring about on a sound site
   */
  private record Codes(Set<String> request, Set<String> files, Set<String> beyond) {}

  private final Map<String, Codes> listed = new TreeMap<>();
  private final Map<String, Integer> rows = new HashMap<>();
  private final Map<String, Set<String>> requestCodes = new HashMap<>();
  private final Map<String, Set<String>> fileCodes = new HashMap<>();

  Coverage(Path codes) throws IOException {
    for (List<String> cells : Tables.read(codes, COLUMNS)) {
      listed.put(cells.get(0), new Codes(set(cells.get(1)), set(cells.get(2)), set(cells.get(3))));
    }
  }

  private static Set<String> set(String cell) {
    return cell.equals("-") ? Set.of() : new TreeSet<>(Arrays.asList(cell.split("[, ]+", -1)));
  }

  synchronized void passed(Row row, Reply reply) {
    rows.merge(row.operation(), 1, Integer::sum);
    requestCodes.computeIfAbsent(row.operation(), _ -> new TreeSet<>()).add(reply.code());
    fileCodes.computeIfAbsent(row.operation(), _ -> new TreeSet<>()).addAll(reply.fileCodes());
  }

  /** Operations of the contract without a row that passed. */
  synchronized List<String> withoutRow(Collection<String> operations) {
    return operations.stream().filter(operation -> !rows.containsKey(operation)).toList();
  }

  synchronized int rows() {
    return rows.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** A Markdown table, and the sums below it. */
  synchronized String report() {
    StringBuilder report =
        new StringBuilder(
            """
            | operation | rows | request codes | file codes | not covered | beyond reach |
            |---|---|---|---|---|---|
            """);
    int covered = 0;
    int possible = 0;
    for (Map.Entry<String, Codes> entry : listed.entrySet()) {
      String operation = entry.getKey();
      Codes codes = entry.getValue();
      Set<String> seen = requestCodes.getOrDefault(operation, Set.of());
      Set<String> seenFiles = fileCodes.getOrDefault(operation, Set.of());
      List<String> missing = new ArrayList<>(missing(codes.request(), seen, ""));
      missing.addAll(missing(codes.files(), seenFiles, "file "));
      possible += codes.request().size() + codes.files().size();
      covered += codes.request().size() + codes.files().size() - missing.size();
      report.append(
          "| %s | %d | %s | %s | %s | %s |%n"
              .formatted(
                  operation,
                  rows.getOrDefault(operation, 0),
                  ratio(codes.request(), seen),
                  ratio(codes.files(), seenFiles),
                  String.join(", ", missing),
                  String.join(", ", codes.beyond())));
    }
    return report
        .append(
            "%n%d rows passed, %d of %d operations, %d of %d codes%n"
                .formatted(rows(), rows.size(), listed.size(), covered, possible))
        .toString();
  }

  private static List<String> missing(Set<String> wanted, Set<String> seen, String prefix) {
    return wanted.stream().filter(code -> !seen.contains(code)).map(prefix::concat).toList();
  }

  private static String ratio(Set<String> wanted, Set<String> seen) {
    return wanted.stream().filter(seen::contains).count() + "/" + wanted.size();
  }
}
