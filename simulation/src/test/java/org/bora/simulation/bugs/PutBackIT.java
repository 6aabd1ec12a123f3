package org.bora.simulation.bugs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The faults that {@code simulation/put-back} puts back still fit the product's source. */
class PutBackIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String FILE = "--- a/";

  @Test
  void eachPatchFitsTheSourceAsItIs() throws IOException {
    List<Path> patches;
    try (Stream<Path> all = Files.list(ROOT.resolve("simulation/bugs"))) {
      patches = all.filter(path -> path.toString().endsWith(".patch")).sorted().toList();
    }
    assertFalse(patches.isEmpty());
    List<String> unfit = new ArrayList<>();
    for (Path patch : patches) {
      unfit.addAll(unfit(patch));
    }
    assertEquals(List.of(), unfit, "write these anew");
  }

  private static List<String> unfit(Path patch) throws IOException {
    List<String> lines = Files.readAllLines(patch);
    assertTrue(lines.stream().anyMatch(line -> line.startsWith("@@")), patch + " has no hunk");
    List<String> unfit = new ArrayList<>();
    String source = "";
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).startsWith(FILE)) {
        source = Files.readString(ROOT.resolve(lines.get(at).substring(FILE.length())));
      } else if (lines.get(at).startsWith("@@")) {
        String before = before(lines.subList(at + 1, lines.size()));
        if (!source.contains(before)) {
          unfit.add(patch.getFileName() + ", " + lines.get(at));
        }
      }
    }
    return unfit;
  }

  /** What the source has where a hunk is to be applied. */
  private static String before(List<String> hunk) {
    StringBuilder before = new StringBuilder();
    for (String line : hunk) {
      if (line.startsWith("@@") || line.startsWith(FILE)) {
        break;
      }
      if (line.startsWith(" ") || (line.startsWith("-") && !line.startsWith("---"))) {
        before.append(line.substring(1)).append('\n');
      } else if (line.isEmpty()) {
        before.append('\n');
      }
    }
    return before.toString();
  }
}
