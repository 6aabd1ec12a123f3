package org.bora.it.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.w3c.dom.Element;

/**
 * One status a table expects, with what must stand beside it: {@code FILE_PINNED (transferURL
 * remainingPinTime<=5)}. Several codes are joined by {@code or}.
 */
record Expectation(List<String> codes, List<String> checks) {
  private static final Pattern CELL = Pattern.compile("([^(]*)(?:\\((.*)\\))?");
  private static final Pattern CHECK = Pattern.compile("(!?)([A-Za-z0-9.]+)(?:(<=|>=|=|#)(.*))?");
  static final String UNCHECKED = "-";
  private static final String EACH = "all ";

  static Expectation parse(String text) {
    Matcher cell = CELL.matcher(text.strip());
    if (!cell.matches()) {
      throw new IllegalArgumentException("not a status with checks: " + text);
    }
    List<String> codes = Arrays.stream(cell.group(1).split(" or ", -1)).map(String::strip).toList();
    return new Expectation(
        codes, cell.group(2) == null ? List.of() : Clause.split(cell.group(2), ' '));
  }

  /** What of a reply is not as the two cells of a row say; empty where all is. */
  static List<String> differences(Row row, Reply reply, Names names) {
    List<String> differences = new ArrayList<>();
    Expectation request = parse(row.request());
    request.compare("the request", reply.code(), reply.body(), names, differences);
    if (row.files().equals("none")) {
      if (!reply.files().isEmpty()) {
        differences.add("there are file statuses, none are expected");
      }
    } else if (row.files().startsWith(EACH)) {
      every(row.files().substring(EACH.length()), reply, names, differences);
    } else if (!row.files().equals(UNCHECKED)) {
      one(files(row.files()), reply, names, differences);
    }
    return differences;
  }

  private static void every(String text, Reply reply, Names names, List<String> differences) {
    Expectation expected = parse(text);
    if (reply.files().isEmpty()) {
      differences.add("there are no file statuses");
    }
    for (int at = 0; at < reply.files().size(); at++) {
      expected.compare(
          "file " + (at + 1), reply.fileCodes().get(at), reply.files().get(at), names, differences);
    }
  }

  private static void one(
      List<Expectation> files, Reply reply, Names names, List<String> differences) {
    if (files.size() != reply.files().size()) {
      differences.add(
          reply.files().size() + " file statuses " + reply.fileCodes() + ", not " + files.size());
      return;
    }
    for (int at = 0; at < files.size(); at++) {
      files
          .get(at)
          .compare(
              "file " + (at + 1),
              reply.fileCodes().get(at),
              reply.files().get(at),
              names,
              differences);
    }
  }

  /** The expectations of a cell: separated by commas outside parentheses. */
  static List<Expectation> files(String cell) {
    List<Expectation> files = new ArrayList<>();
    for (String part : cell.split(",(?![^(]*\\))", -1)) {
      files.add(parse(part));
    }
    return files;
  }

  private void compare(
      String what, String code, Element element, Names names, List<String> differences) {
    if (!codes.contains(code)) {
      differences.add(what + " is " + code + ", not " + String.join(" or ", codes));
      return;
    }
    for (String check : checks) {
      holds(check, element, names).ifPresent(why -> differences.add(what + ": " + why));
    }
  }

  private static Optional<String> holds(String text, Element element, Names names) {
    Matcher check = CHECK.matcher(text);
    if (!check.matches()) {
      throw new IllegalArgumentException("not a check: " + text);
    }
    String name = check.group(2);
    Optional<String> found = Reply.find(element, name).map(Element::getTextContent);
    if (!check.group(1).isEmpty()) {
      return found.map(value -> name + " is there: " + value);
    }
    if (check.group(3) == null) {
      return found.isPresent() ? Optional.empty() : Optional.of(name + " is missing");
    }
    boolean holds =
        switch (check.group(3)) {
          case "=" -> found.filter(value -> like(value, names.text(check.group(4)))).isPresent();
          case "<=" -> found.filter(v -> number(v) <= number(check.group(4))).isPresent();
          case ">=" -> found.filter(v -> number(v) >= number(check.group(4))).isPresent();
          default -> Xml.descendants(element, "*", name).size() == Integer.parseInt(check.group(4));
        };
    return holds
        ? Optional.empty()
        : Optional.of(text + " does not hold: " + found.orElse("absent"));
  }

  private static boolean like(String value, String pattern) {
    return value.matches(
        Arrays.stream(pattern.split("\\*", -1))
            .map(Pattern::quote)
            .reduce((one, other) -> one + ".*" + other)
            .orElseThrow());
  }

  private static long number(String text) {
    return Long.parseLong(text.strip());
  }
}
