package org.bora.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documentation, in the parts that tests look at.
 *
 * @param path from the checkout
 * @param lines of it
 */
record MarkdownFile(Path path, List<String> lines) {
  private static final Path CHECKOUT = Path.of("..");
  private static final Set<String> NOT_OURS = Set.of("target", "var", ".git", "node_modules");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.+?) *#*");
  private static final Pattern FENCE = Pattern.compile(" *(```|~~~).*");

  /** All pages of the checkout. */
  static List<MarkdownFile> all() {
    try (Stream<Path> files = Files.walk(CHECKOUT)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .map(CHECKOUT::relativize)
          .filter(MarkdownFile::isOurs)
          .sorted()
          .map(MarkdownFile::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOurs(Path file) {
    for (Path part : file) {
      if (NOT_OURS.contains(part.toString())) {
        return false;
      }
    }
    return true;
  }

  static MarkdownFile read(Path path) {
    try {
      return new MarkdownFile(path, Files.readAllLines(CHECKOUT.resolve(path)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether something lies at a path of the checkout. */
  static boolean exists(Path path) {
    return Files.exists(CHECKOUT.resolve(path));
  }

  /** A page of the checkout. */
  static MarkdownFile of(String path) {
    return read(Path.of(path));
  }

  /** Lines of code, fenced or indented, by their numbers; those that go on are joined. */
  SortedMap<Integer, String> code() {
    SortedMap<Integer, String> code = new TreeMap<>();
    boolean fenced = false;
    int begun = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (FENCE.matcher(line).matches()) {
        fenced = !fenced;
      } else if (fenced || line.startsWith("    ")) {
        boolean goesOn = begun > 0;
        int number = goesOn ? begun : i + 1;
        String text = line.strip();
        boolean unfinished = text.endsWith("\\");
        String part = unfinished ? text.substring(0, text.length() - 1) : text;
        code.merge(number, part, (before, more) -> before + more);
        begun = unfinished ? number : 0;
      }
    }
    return code;
  }

  /** Paragraphs of code as they stand there, without what all their lines are indented by. */
  SortedMap<Integer, String> examples() {
    SortedMap<Integer, String> examples = new TreeMap<>();
    boolean fenced = false;
    int begun = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean fence = FENCE.matcher(line).matches();
      fenced ^= fence;
      if (!fence && !line.isBlank() && (fenced || line.startsWith("    "))) {
        begun = begun > 0 ? begun : i + 1;
        examples.merge(begun, line + "\n", String::concat);
      } else {
        begun = 0;
      }
    }
    // an end of line would be a line that is not indented
    examples.replaceAll((_, text) -> text.stripTrailing().stripIndent());
    return examples;
  }

  /** The page without its code. */
  String prose() {
    StringBuilder prose = new StringBuilder();
    boolean fenced = false;
    for (String line : lines) {
      if (FENCE.matcher(line).matches()) {
        fenced = !fenced;
      } else if (!fenced && !line.startsWith("    ")) {
        prose.append(line.replaceAll("`[^`]*`", "")).append('\n');
      }
    }
    return prose.toString();
  }

  /** The names of its headings, as links to them are written. */
  Set<String> anchors() {
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    boolean fenced = false;
    for (String line : lines) {
      if (FENCE.matcher(line).matches()) {
        fenced = !fenced;
      }
      Matcher heading = HEADING.matcher(line);
      if (!fenced && heading.matches()) {
        String anchor = anchor(heading.group(1));
        int before = seen.merge(anchor, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? anchor : anchor + "-" + before);
      }
    }
    return anchors;
  }

  /** Letters in lower case, digits, hyphens for blanks; nothing else. */
  static String anchor(String heading) {
    return heading
        .replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }
}
