package org.bora.storm.source;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a file of properties: {@code key = value}, comments with # or !, lines continued by \.
 *
 * @param number of its first line, counted from 1
 * @param key empty if the line is not {@code key = value}
 * @param value may be empty; the whole line if there is no key
 */
record PropertyLine(int number, String key, String value) {
  private static final String LETTERS = "[^\\s\\\\=:]*+";
  private static final Pattern FORM =
      Pattern.compile(
          "(" + LETTERS + "(?:\\\\." + LETTERS + ")*+)\\s*(?:\\s|[=:])\\s*(.*)", Pattern.DOTALL);
  private static final Pattern ESCAPED = Pattern.compile("\\\\(?:u(\\p{XDigit}{4})|(.))");

  /** All lines in their order. */
  static List<PropertyLine> all(String[] lines) {
    List<PropertyLine> found = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int first = 0;
    for (int at = 0; at < lines.length; at++) {
      String line = lines[at].strip();
      if (isComment(line)) {
        continue; // between a line and its continuation, too
      }
      first = first == 0 ? at + 1 : first;
      boolean continued = isContinued(line);
      text.append(line, 0, continued ? line.length() - 1 : line.length());
      if (!continued) {
        found.add(parsed(first, text.toString()));
        text.setLength(0);
        first = 0;
      }
    }
    if (first > 0) {
      found.add(parsed(first, text.toString()));
    }
    return found;
  }

  private static boolean isComment(String line) {
    return line.isEmpty() || line.startsWith("#") || line.startsWith("!");
  }

  /** Two backslashes at the end stand for a literal one. */
  private static boolean isContinued(String line) {
    int backslashes = 0;
    while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  private static PropertyLine parsed(int number, String text) {
    Matcher parts = FORM.matcher(text);
    return parts.matches()
        ? new PropertyLine(number, plain(parts.group(1)), plain(parts.group(2).strip()))
        : new PropertyLine(number, "", text);
  }

  /** What is escaped as it is meant; but a comma that is escaped does not part a list. */
  private static String plain(String text) {
    return ESCAPED
        .matcher(text)
        .replaceAll(
            escaped -> {
              if (escaped.group(1) != null) {
                char letter = (char) Integer.parseInt(escaped.group(1), 16);
                return Matcher.quoteReplacement(String.valueOf(letter));
              }
              return Matcher.quoteReplacement(
                  switch (escaped.group(2)) {
                    case "t" -> "\t";
                    case "n" -> "\n";
                    case "r" -> "\r";
                    case "f" -> "\f";
                    case "b" -> "\b";
                    case "," -> "\\,";
                    default -> escaped.group(2);
                  });
            });
  }
}
