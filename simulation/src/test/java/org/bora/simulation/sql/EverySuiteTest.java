package org.bora.simulation.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each suite that MariaDB passes runs on the simulated database, or is left out for a given reason.
 */
class EverySuiteTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern SUITE = Pattern.compile("class \\w+\\s+extends (\\w+Suite)\\b");
  private static final Pattern ROW = Pattern.compile("\\| (`\\w+Suite`(, `\\w+Suite`)*) \\|.+");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  /** The suites that classes with this suffix extend. */
  private static Set<String> suites(Path root, String end) throws IOException {
    Set<String> suites = new TreeSet<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file :
          all.filter(path -> path.toString().endsWith(end))
              .filter(path -> path.toString().contains("/src/test/java/"))
              .toList()) {
        Matcher found = SUITE.matcher(Files.readString(file));
        while (found.find()) {
          suites.add(found.group(1));
        }
      }
    }
    return suites;
  }

  /** The suites that the reference leaves out, with a reason. */
  private static Set<String> leftOut() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/reference/simulated-database.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        Matcher name = NAME.matcher(row.group(1));
        while (name.find()) {
          names.add(name.group(1));
        }
      }
    }
    return names;
  }

  @Test
  void noSuiteIsForgotten() throws IOException {
    Set<String> real = suites(ROOT.resolve("srm-backend"), "IT.java");
    Set<String> simulated =
        suites(ROOT.resolve("simulation/src/test"), "OnSimulatedDatabaseIT.java");
    assertTrue(real.size() > 40 && simulated.size() > 30, () -> real + " and " + simulated);
    Set<String> expected = new TreeSet<>(simulated);
    expected.addAll(leftOut());
    assertEquals(
        expected,
        real,
        "a class in simulation/src/test, or a row in docs/reference/simulated-database.md");
  }

  @Test
  void noSuiteIsLeftOutThatRuns() throws IOException {
    Set<String> both = leftOut();
    both.retainAll(suites(ROOT.resolve("simulation/src/test"), "OnSimulatedDatabaseIT.java"));
    assertEquals(Set.of(), both);
  }
}
