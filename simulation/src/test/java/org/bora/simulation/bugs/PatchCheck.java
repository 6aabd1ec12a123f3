package org.bora.simulation.bugs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** {@code simulation/put-back --check}: do the patches apply and compile? */
public final class PatchCheck {
  private static final int UNFIT = 4;

  private PatchCheck() {}

  /**
   * Reports the result for each patch.
   *
   * @param words the root of the checkout, and names of patches; all patches if there are no names
   */
  public static void main(String... words) throws IOException {
    List<String> names = Arrays.asList(words).subList(1, words.length);
    PrintWriter out = new PrintWriter(System.out, true, UTF_8);
    Path classes = Files.createTempDirectory("bora-patches");
    int unfit = 0;
    int some = 0;
    try {
      for (Patch patch : Patch.all(Path.of(words[0]))) {
        if (names.isEmpty() || names.contains(patch.name())) {
          some++;
          List<String> wrong = patch.unfit().isEmpty() ? patch.compiled(classes) : patch.unfit();
          out.println(patch.name() + (wrong.isEmpty() ? ": compiles" : ": write it anew"));
          wrong.forEach(text -> out.println("  " + text));
          unfit += wrong.isEmpty() ? 0 : 1;
        }
      }
    } finally {
      remove(classes);
    }
    out.println("%d patches, %d unfit".formatted(some, unfit));
    System.exit(unfit == 0 && some >= Math.max(1, names.size()) ? 0 : UNFIT);
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
