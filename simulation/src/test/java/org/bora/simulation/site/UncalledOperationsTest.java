package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.junit.jupiter.api.Test;

/** The reference lists each operation that no simulated client calls, with a reason. */
class UncalledOperationsTest {
  private static final Pattern USE = Pattern.compile("Catalogue\\.([A-Z_]+)");
  private static final Pattern ROW = Pattern.compile("\\| (`\\w+`(, `\\w+`)*) \\| .+ \\|");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  private static Set<String> uncalled() throws IOException, IllegalAccessException {
    Set<String> used = new HashSet<>();
    try (Stream<Path> all = Files.walk(Path.of("src/main/java/org/bora/simulation/site"))) {
      for (Path file : all.filter(path -> path.toString().endsWith(".java")).toList()) {
        Matcher use = USE.matcher(Files.readString(file));
        while (use.find()) {
          used.add(use.group(1));
        }
      }
    }
    Set<String> uncalled = new TreeSet<>();
    for (Field field : Catalogue.class.getFields()) {
      if (field.get(null) instanceof Operation<?, ?> operation && !used.contains(field.getName())) {
        uncalled.add(operation.name());
      }
    }
    return uncalled;
  }

  private static Set<String> told() throws IOException {
    Set<String> told = new TreeSet<>();
    boolean here = false;
    for (String line : Files.readAllLines(Path.of("../docs/reference/simulation.md"))) {
      here = line.startsWith("|") && (here || line.startsWith("| operations that no client calls"));
      Matcher row = ROW.matcher(line);
      if (here && row.matches()) {
        Matcher name = NAME.matcher(row.group(1));
        while (name.find()) {
          assertTrue(told.add(name.group(1)), () -> name.group(1) + " is there twice");
        }
      }
    }
    return told;
  }

  @Test
  void whatNoClientCallsIsNamed() throws IOException, IllegalAccessException {
    Set<String> uncalled = uncalled();
    assertTrue(uncalled.size() < 2 * Catalogue.ALL.size() / 3, uncalled::toString);
    assertEquals(uncalled, told(), "the table in docs/reference/simulation.md");
  }
}
