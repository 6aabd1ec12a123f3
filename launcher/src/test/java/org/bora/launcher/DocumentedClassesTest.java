package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The documentation names no test that is gone, and no class in a package where it is not. A class
 * that is named alone may be somebody else's.
 */
class DocumentedClassesTest {
  private static final Path CHECKOUT = Path.of("..");
  private static final Path SOURCES = Path.of("java", "org", "bora");

  /** A name between backticks, with the last part of its package or without. */
  private static final Pattern NAME =
      Pattern.compile("`((?:[a-z]\\w*\\.)*)([A-Z]\\w*[a-z]\\w*)(?:\\.[a-z]\\w*)?`");

  private static final Pattern TEST = Pattern.compile("\\w+(Test|IT|Suite)");
  private static final Pattern ELSEWHERE =
      Pattern.compile("(java|javax|jakarta|com|ch|io|net|tools|org\\.(?!bora\\.)\\w+)\\..*");

  /** Kinds of tests, in CONTRIBUTING.md. */
  private static final Set<String> PLACEHOLDERS = Set.of("FooTest", "FooIT");

  @Test
  void everyTestAndEveryClassWithItsPackageIsThere() {
    Set<String> there = classes();
    List<String> gone = new ArrayList<>();
    int seen = 0;
    for (MarkdownFile page : MarkdownFile.all()) {
      for (Matcher name = NAME.matcher(String.join("\n", page.lines())); name.find(); ) {
        String packaged = name.group(1);
        String simple = name.group(2);
        boolean isOurs =
            packaged.isEmpty()
                ? TEST.matcher(simple).matches() && !PLACEHOLDERS.contains(simple)
                : !ELSEWHERE.matcher(packaged).matches();
        if (isOurs) {
          seen++;
          if (there.stream().noneMatch(full -> full.endsWith("." + packaged + simple))) {
            gone.add(page.path() + ": " + packaged + simple);
          }
        }
      }
    }
    assertEquals(List.of(), gone);
    assertTrue(seen > 300, "only " + seen + " names were seen");
  }

  /** Full names of the classes with a file of their own, with a full stop before. */
  private static Set<String> classes() {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> modules = Files.walk(CHECKOUT, 3)) {
      for (Path module : modules.filter(path -> Files.exists(path.resolve("pom.xml"))).toList()) {
        for (String kind : List.of("main", "test")) {
          Path sources = module.resolve("src").resolve(kind).resolve(SOURCES);
          if (Files.isDirectory(sources)) {
            try (Stream<Path> files = Files.walk(sources)) {
              files
                  .map(sources::relativize)
                  .map(Path::toString)
                  .filter(path -> path.endsWith(".java"))
                  .map(path -> path.substring(0, path.length() - ".java".length()))
                  .forEach(path -> names.add(".org.bora." + path.replace('/', '.')));
            }
          }
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return names;
  }
}
