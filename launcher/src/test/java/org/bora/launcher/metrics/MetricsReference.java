package org.bora.launcher.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of docs/reference/metrics.md. */
final class MetricsReference {
  private static final Path FILE = Path.of("..", "docs", "reference", "metrics.md");
  private static final Pattern ROW =
      Pattern.compile("\\| `([a-z0-9_]+)` \\| (\\w+) \\|([a-z_, ]*)\\|.*");

  private MetricsReference() {}

  /** Type and labels by name, as queries write it. */
  static Map<String, String> read() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    for (String line : Files.readAllLines(FILE)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        rows.put(row.group(1), row.group(2) + " " + row.group(3).strip());
      }
    }
    return rows;
  }
}
