package org.bora.it.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads Markdown tables: a line of column names, a line of dashes, one line per row. */
final class Tables {
  private Tables() {}

  /** The rows of every table in a folder whose columns are those of {@link Row}. */
  static List<Row> rows(Path folder) throws IOException {
    List<Row> rows = new ArrayList<>();
    Map<String, Row> byId = new LinkedHashMap<>();
    for (Path file : files(folder)) {
      String group = file.getFileName().toString().replace(".md", "");
      for (List<String> cells : read(file, Row.COLUMNS)) {
        Row row = row(group, cells);
        if (byId.put(row.id(), row) != null) {
          throw new IllegalStateException(file + ": the id " + row.id() + " is used twice");
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static Row row(String group, List<String> cells) {
    return new Row(
        group,
        cells.get(0),
        cells.get(1),
        cells.get(2),
        cells.get(3),
        cells.get(4),
        cells.get(5),
        cells.get(6));
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  /** The cells of all tables of a file that have just these columns. */
  static List<List<String>> read(Path file, List<String> columns) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("|")) {
        inside = false;
        continue;
      }
      List<String> cells = cells(line);
      if (cells.equals(columns)) {
        inside = true;
      } else if (inside && !line.matches("[|: -]+")) {
        if (cells.size() != columns.size()) {
          throw new IllegalStateException(
              file + ": " + cells.size() + " cells, not " + columns.size() + ": " + line);
        }
        rows.add(cells);
      }
    }
    return rows;
  }

  private static List<String> cells(String line) {
    String inner = line.strip();
    inner = inner.substring(1, inner.endsWith("|") ? inner.length() - 1 : inner.length());
    return Arrays.stream(inner.split("\\|", -1))
        .map(String::strip)
        .map(cell -> cell.replace("`", ""))
        .toList();
  }
}
