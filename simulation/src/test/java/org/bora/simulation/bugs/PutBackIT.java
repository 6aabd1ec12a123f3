package org.bora.simulation.bugs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The faults that {@code simulation/put-back} restores apply to the source and are documented. */
class PutBackIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern ROW = Pattern.compile("\\| `([a-z0-9-]+)` \\|.*");
  private static final Pattern HEAD = Pattern.compile("(seed: [0-9]+.*|test: [\\w.]+|open: .+)");

  @Test
  void eachPatchFitsTheSourceAsItIsAndCompiles(@TempDir Path classes) throws IOException {
    List<Patch> patches = Patch.all(ROOT);
    assertFalse(patches.isEmpty());
    List<String> unfit = new ArrayList<>();
    for (Patch patch : patches) {
      patch.unfit().forEach(hunk -> unfit.add(patch.name() + ", " + hunk));
      if (patch.unfit().isEmpty()) {
        patch.compiled(classes).forEach(told -> unfit.add(patch.name() + ": " + told));
      }
    }
    assertEquals(List.of(), unfit, "write these anew");
  }

  @Test
  void aPatchThatDoesNotFitOrCompileIsTold(@TempDir Path root) throws IOException {
    Files.createDirectories(root.resolve("part/src/main/java/a"));
    Files.writeString(root.resolve("part/src/main/java/a/A.java"), "package a;\nclass A {}\n");
    List<String> begin = List.of("seed: 1", "--- a/part/src/main/java/a/A.java", "+++ b/x");
    List<String> good = List.of("@@ -1,2 +1,2 @@", " package a;", "-class A {}", "+class A { }");
    List<String> broken = List.of("@@ -1,2 +1,2 @@", " package a;", "-class A {}", "+class A {");
    List<String> unfit = List.of("@@ -1,2 +1,2 @@", " package b;", "-class A {}", "+class A { }");
    assertEquals(List.of(), of(root, begin, good).unfit());
    assertEquals(List.of(), of(root, begin, good).compiled(root));
    assertEquals(1, of(root, begin, broken).compiled(root).size());
    assertEquals(1, of(root, begin, unfit).unfit().size());
    assertEquals(1, of(root, begin, List.of()).sources().size());
    assertEquals(1, of(root, List.of(), List.of()).unfit().size());
  }

  private static Patch of(Path root, List<String> begin, List<String> hunk) throws IOException {
    List<String> lines = new ArrayList<>(begin);
    lines.addAll(hunk);
    return Patch.read(root, "sample", lines);
  }

  @Test
  void theFaultsOfTheReferenceAreThoseThatCanBePutBack() throws IOException {
    Set<String> told = new TreeSet<>();
    boolean faults = false;
    for (String line : Files.readAllLines(ROOT.resolve("docs/reference/simulation.md"))) {
      faults = line.startsWith("|") && (faults || line.startsWith("| fault |"));
      Matcher row = ROW.matcher(line);
      if (faults && row.matches()) {
        assertTrue(told.add(row.group(1)), () -> row.group(1) + " has two rows");
      }
    }
    assertEquals(
        Patch.all(ROOT).stream().map(Patch::name).collect(Collectors.toCollection(TreeSet::new)),
        told,
        "a row in docs/reference/simulation.md for each patch of simulation/bugs");
  }

  @Test
  void whatAPatchSaysOfItselfIsUnderstood() throws IOException {
    for (Patch patch : Patch.all(ROOT)) {
      String first =
          Files.readAllLines(ROOT.resolve("simulation/bugs/" + patch.name() + ".patch")).getFirst();
      assertTrue(
          first.startsWith("--- a/") || HEAD.matcher(first).matches(),
          () -> patch.name() + " begins with " + first);
    }
  }
}
