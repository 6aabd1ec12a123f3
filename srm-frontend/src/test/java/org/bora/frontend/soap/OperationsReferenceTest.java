package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bora.api.word.SrmStatus;
import org.bora.contract.ISRM;
import org.junit.jupiter.api.Test;

/** docs/reference/operations.md has a row for every operation of the contract, in words of it. */
class OperationsReferenceTest {
  private static final Path REFERENCE = Path.of("..", "docs", "reference", "operations.md");
  private static final Pattern ROW =
      Pattern.compile("\\| `(srm\\w+)` \\| (.+) \\|(.*)\\|(.*)\\| (yes|no) \\| (\\d\\.\\d+) \\|");
  private static final Pattern CODE = Pattern.compile("\\b[A-Z]+(_[A-Z]+)+\\b");

  private static List<Matcher> rows() throws IOException {
    return Files.readAllLines(REFERENCE).stream()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .toList();
  }

  @Test
  void everyOperationHasItsRow() throws IOException {
    Set<String> contract =
        Arrays.stream(ISRM.class.getMethods())
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    List<String> documented = rows().stream().map(row -> row.group(1)).toList();
    assertEquals(contract, new TreeSet<>(documented));
    assertEquals(39, documented.size(), "a row is there twice");
  }

  @Test
  void everySectionIsOfOneOperation() throws IOException {
    List<String> sections = rows().stream().map(row -> row.group(6)).toList();
    assertEquals(sections.size(), Set.copyOf(sections).size(), sections.toString());
  }

  @Test
  void everyStatusIsOneOfTheContract() throws IOException {
    Set<String> known =
        Arrays.stream(SrmStatus.values()).map(SrmStatus::name).collect(Collectors.toSet());
    for (String line : Files.readAllLines(REFERENCE)) {
      Matcher code = CODE.matcher(line);
      while (code.find()) {
        assertTrue(known.contains(code.group()), code.group());
      }
    }
  }
}
