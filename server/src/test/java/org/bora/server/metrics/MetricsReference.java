package org.bora.server.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of docs/reference/metrics.md. */
final class MetricsReference {
  private static final Path FILE = Path.of("..", "docs", "reference", "metrics.md");
  private static final Pattern ROW =
      Pattern.compile("\\| `([a-z0-9_]+)` \\| (\\w+) \\|([a-z_, ]*)\\| [FB ]+ \\| (.*?) \\|.*");

  private MetricsReference() {}

  /** Type and labels by name, as queries write it. */
  static Map<String, String> read() throws IOException {
    Map<String, String> types = new TreeMap<>();
    rows().forEach(row -> types.put(row.group(1), row.group(2) + " " + row.group(3).strip()));
    return types;
  }

  /** The column "meaning" by name, as queries write it. */
  static Map<String, String> meanings() throws IOException {
    Map<String, String> meanings = new TreeMap<>();
    rows().forEach(row -> meanings.put(row.group(1), row.group(4)));
    return meanings;
  }

  private static List<MatchResult> rows() throws IOException {
    return Files.readAllLines(FILE).stream()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .map(Matcher::toMatchResult)
        .toList();
  }
}
