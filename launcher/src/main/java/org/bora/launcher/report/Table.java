package org.bora.launcher.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.bora.api.word.LogText;

/**
 * A table of a verb's output, with headings and aligned columns. Numbers and sizes are
 * right-aligned. Text from outside in a cell cannot move the cursor. Not thread safe.
 */
public final class Table {
  private static final String BETWEEN = "  ";

  /** Characters of which {@link LogText} cuts none. */
  private static final int PIECE = 200;

  private static final String BOLD = "\u001b[1m";
  private static final String RED = "\u001b[31m";
  private static final String PLAIN = "\u001b[0m";

  private final String none;
  private final List<String> headings;
  private final Set<String> atTheRight;
  private final List<List<Cell>> rows = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<Table> below = new ArrayList<>();

  /** A cell, and whether it reports a problem. */
  private record Cell(String text, boolean bad) {}

  /** A cell that is red on a terminal. */
  public static Object bad(String text) {
    return new Cell(LogText.of(text), true);
  }

  /** A cell of the last column that may be long: it is not cut. */
  public static Object whole(String text) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < text.length(); i += PIECE) {
      safe.append(LogText.of(text.substring(i, Math.min(text.length(), i + PIECE))));
    }
    return new Cell(safe.toString(), false);
  }

  /**
   * @param none text in place of a table without rows
   * @param atTheRight the headings whose columns are numbers and sizes
   */
  public Table(String none, Set<String> atTheRight, String... headings) {
    this.none = none;
    this.atTheRight = Set.copyOf(atTheRight);
    this.headings = List.of(headings);
  }

  /**
   * Adds a row.
   *
   * @param cells one for each heading; null and the empty text leave it blank
   */
  public Table row(Object... cells) {
    if (cells.length != headings.size()) {
      throw new IllegalArgumentException(cells.length + " cells below " + headings);
    }
    List<Cell> row = new ArrayList<>();
    for (Object each : cells) {
      row.add(
          each instanceof Cell cell
              ? cell
              : new Cell(LogText.of(each == null ? "" : each.toString()), false));
    }
    rows.add(row);
    return this;
  }

  /** Adds a line below the table. */
  public Table note(String line) {
    notes.add(line);
    return this;
  }

  /** Adds another table below, if it has rows. */
  public Table below(Table other) {
    return other.rows.isEmpty() ? this : then(other);
  }

  /** The same for a table with a text in place of missing rows. */
  public Table then(Table other) {
    below.add(other);
    return this;
  }

  /**
   * All lines.
   *
   * @param coloured whether a terminal shows them that has colours
   */
  public List<String> lines(boolean coloured) {
    List<String> lines = new ArrayList<>();
    if (rows.isEmpty()) {
      lines.add(none);
    } else {
      List<Integer> widths = widths();
      lines.add(paint(line(heading(), widths, false), BOLD, coloured));
      rows.forEach(row -> lines.add(line(row, widths, coloured)));
    }
    lines.addAll(notes);
    below.forEach(
        other -> {
          lines.add("");
          lines.addAll(other.lines(coloured));
        });
    return Collections.unmodifiableList(lines);
  }

  private List<Cell> heading() {
    return headings.stream().map(each -> new Cell(each, false)).toList();
  }

  private List<Integer> widths() {
    List<Integer> widths = new ArrayList<>();
    for (int i = 0; i < headings.size(); i++) {
      int width = headings.get(i).length();
      for (List<Cell> row : rows) {
        width = Math.max(width, row.get(i).text().length());
      }
      widths.add(width);
    }
    return widths;
  }

  /** Without blanks at the end. */
  private String line(List<Cell> row, List<Integer> widths, boolean coloured) {
    int last = row.size() - 1;
    while (last > 0 && row.get(last).text().isEmpty()) {
      last--;
    }
    StringBuilder line = new StringBuilder();
    for (int i = 0; i <= last; i++) {
      Cell cell = row.get(i);
      String blanks = " ".repeat(widths.get(i) - cell.text().length());
      String text = paint(cell.text(), RED, coloured && cell.bad());
      if (atTheRight.contains(headings.get(i))) {
        line.append(blanks).append(text);
      } else {
        line.append(text).append(i < last ? blanks : "");
      }
      line.append(i < last ? BETWEEN : "");
    }
    return line.toString();
  }

  private static String paint(String text, String colour, boolean coloured) {
    return coloured ? colour + text + PLAIN : text;
  }
}
