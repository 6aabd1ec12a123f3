package org.bora.backend.testing;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One text for all statements that differ only in how many things they are about: {@code IN (?, ?)}
 * becomes {@code IN (?)}, and so do rows of values, cases and alternatives.
 */
final class StatementShape {
  private static final Pattern LIST = Pattern.compile("\\bIN \\(\\?(, \\?)+\\)");
  private static final List<Pattern> REPEATED =
      List.of(
          Pattern.compile("(\\([^()]*\\))(, \\1)+"),
          Pattern.compile("( WHEN [^()]*? THEN \\?)\\1+"),
          Pattern.compile("(\\([^()]*\\))( OR \\1)+"));

  private StatementShape() {}

  static String of(String sql) {
    String shape = LIST.matcher(sql.replaceAll("\\s+", " ").strip()).replaceAll("IN (?)");
    for (Pattern repeated : REPEATED) {
      Matcher matcher = repeated.matcher(shape);
      shape = matcher.replaceAll("$1");
    }
    return shape;
  }

  /** The same about {@code count} things in each list. */
  static String widened(String shape, int count) {
    String list = "?" + ", ?".repeat(count - 1);
    return shape.replace("IN (?)", "IN (" + list + ")");
  }
}
