package org.bora.devtools.bench.report;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes JSON of maps, collections, numbers, booleans and text (RFC 8259). */
public final class Json {
  private Json() {}

  /** The text of a value. Fractions have four digits. */
  public static String text(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> quoted(entry.getKey().toString()) + ":" + text(entry.getValue()))
              .collect(Collectors.joining(",\n", "{", "}"));
      case Collection<?> all ->
          all.stream().map(Json::text).collect(Collectors.joining(",", "[", "]"));
      case Double number -> String.format(Locale.ROOT, "%.4f", number);
      case Number number -> number.toString();
      case Boolean truth -> truth.toString();
      default -> quoted(value.toString());
    };
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int index = 0; index < text.length(); index++) {
      char character = text.charAt(index);
      if (character == '"' || character == '\\') {
        quoted.append('\\').append(character);
      } else if (character < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) character));
      } else {
        quoted.append(character);
      }
    }
    return quoted.append('"').toString();
  }
}
