package org.bora.it.tape;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The source of a test class in the format that the build enforces: says which of its methods JUnit
 * runs. A method of a suite counts where a class beside it runs the suite.
 */
record JunitSource(List<String> lines) {
  private static final Pattern TEST =
      Pattern.compile(" +@(Test|ParameterizedTest|TestFactory)\\b.*");
  private static final Pattern DISABLED = Pattern.compile(" *@Disabled.*");

  JunitSource {
    lines = List.copyOf(lines);
  }

  /** Whether a method of a class in this directory is a test that runs. */
  static boolean runs(Path directory, String type, String method) throws IOException {
    Path file = directory.resolve(type + ".java");
    if (Files.notExists(file)) {
      return false;
    }
    JunitSource source = new JunitSource(Files.readAllLines(file));
    return source.runs(method) && (!source.isSuite(type) || isRunBeside(directory, type));
  }

  private boolean isSuite(String type) {
    return lines.stream().anyMatch(line -> line.matches("abstract class " + type + "\\b.*"));
  }

  private static boolean isRunBeside(Path directory, String suite) throws IOException {
    Pattern runner = Pattern.compile("class \\w+(Test|IT) extends " + suite + "\\b.*");
    try (Stream<Path> beside = Files.list(directory)) {
      for (Path file : beside.filter(Files::isRegularFile).toList()) {
        JunitSource source = new JunitSource(Files.readAllLines(file));
        if (!source.isDisabled() && source.lines.stream().anyMatch(runner.asMatchPredicate())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the whole class is. */
  private boolean isDisabled() {
    return lines.stream().anyMatch(line -> line.startsWith("@Disabled"));
  }

  /** Whether a method is a test, and not disabled, by its annotations. */
  boolean runs(String method) {
    Pattern declared = Pattern.compile("( +)[\\w<>\\[\\],? .]+ " + method + "\\(.*");
    for (int at = 0; at < lines.size(); at++) {
      Matcher declaration = declared.matcher(lines.get(at));
      if (declaration.matches()) {
        List<String> annotations = annotations(at, declaration.group(1));
        if (matches(annotations, TEST) && !matches(annotations, DISABLED)) {
          return !isDisabled();
        }
      }
    }
    return false;
  }

  private static boolean matches(List<String> annotations, Pattern pattern) {
    return annotations.stream().anyMatch(pattern.asMatchPredicate());
  }

  /**
   * The first lines of the annotations above a member: going up, until a line that is indented as
   * the member is and neither annotates nor explains it, or that is indented less.
   */
  private List<String> annotations(int member, String indent) {
    Pattern within =
        Pattern.compile(" {" + (indent.length() + 1) + ",}.*|" + indent + "([@})]|/[*/]).*| *");
    Pattern end = Pattern.compile(indent + "}");
    int first = member;
    while (first > 0
        && within.matcher(lines.get(first - 1)).matches()
        && !end.matcher(lines.get(first - 1)).matches()) {
      first--;
    }
    return lines.subList(first, member).stream()
        .filter(line -> line.startsWith(indent + "@"))
        .toList();
  }
}
