package org.bora.storm.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Writes sections, lists and values as YAML, in the order in which they come. */
final class YamlText {
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_/][A-Za-z0-9_./:+-]*[A-Za-z0-9_/]|\\w");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private YamlText() {}

  static List<String> lines(Map<?, ?> section) {
    List<String> lines = new ArrayList<>();
    section.forEach((key, value) -> entry(key.toString(), value, lines));
    return lines;
  }

  private static void entry(String key, Object value, List<String> lines) {
    switch (value) {
      case Map<?, ?> section -> {
        lines.add(key + ":");
        lines(section).forEach(line -> lines.add("  " + line));
      }
      case List<?> list when list.isEmpty() -> lines.add(key + ": []");
      case List<?> list -> {
        lines.add(key + ":");
        list.forEach(element -> element(element, lines));
      }
      default -> lines.add(key + ": " + scalar(value.toString()));
    }
  }

  private static void element(Object element, List<String> lines) {
    List<String> own =
        element instanceof Map<?, ?> section ? lines(section) : List.of(scalar(element.toString()));
    for (int at = 0; at < own.size(); at++) {
      lines.add((at == 0 ? "  - " : "    ") + own.get(at));
    }
  }

  private static String scalar(String text) {
    String line = BLANKS.matcher(text).replaceAll(" ");
    return PLAIN.matcher(line).matches() && !line.equals("null")
        ? line
        : "'" + line.replace("'", "''") + "'";
  }
}
