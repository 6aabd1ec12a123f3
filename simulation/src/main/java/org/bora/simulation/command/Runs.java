package org.bora.simulation.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.bora.simulation.site.Outcome;
import org.bora.simulation.site.Site;

/** Runs sites, each in a directory of its own, which it removes. */
final class Runs {
  private static final Path IN_MEMORY = Path.of("/dev/shm");

  private Runs() {}

  static Outcome one(long seed, Site.Settings settings) {
    try {
      Path directory =
          Files.isWritable(IN_MEMORY)
              ? Files.createTempDirectory(IN_MEMORY, "bora-simulate")
              : Files.createTempDirectory("bora-simulate");
      try {
        return new Site(seed, settings, directory).run();
      } finally {
        remove(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
