package org.bora.simulation.command;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.bora.simulation.site.Outcome;
import org.bora.simulation.site.Site;

/** Runs sites, each in its own directory, which it removes afterwards. */
final class Runs {
  private static final Path IN_MEMORY = Path.of("/dev/shm");

  /** Property with the file for the events of the last run. */
  private static final String EVENTS = "bora.simulation.events";

  private Runs() {}

  static Outcome one(long seed, Site.Settings settings) {
    try {
      Path directory =
          Files.isWritable(IN_MEMORY)
              ? Files.createTempDirectory(IN_MEMORY, "bora-simulate")
              : Files.createTempDirectory("bora-simulate");
      try {
        return run(new Site(seed, settings, directory));
      } finally {
        remove(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Outcome run(Site site) throws IOException {
    String events = System.getProperty(EVENTS, "");
    if (events.isEmpty()) {
      return site.run();
    }
    try (PrintStream out = new PrintStream(events, StandardCharsets.UTF_8)) {
      site.tells(out::println);
      return site.run();
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
