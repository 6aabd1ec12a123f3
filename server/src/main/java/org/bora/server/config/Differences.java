package org.bora.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * The differences between the configuration file and the running configuration. The names of the
 * components are those of the JSON that programs read.
 *
 * @param valid whether the file is valid; if not, the lines are its mistakes
 * @param count of the differences
 * @param lines one for each difference, and a summary
 */
public record Differences(String file, boolean valid, int count, List<String> lines) {

  public Differences {
    Objects.requireNonNull(file, "file");
    lines = List.copyOf(lines);
  }

  /** Reads the file again. */
  public static Differences of(Configuration running) {
    Path file = running.file();
    return switch (ConfigurationFile.read(running.source())) {
      case ConfigurationFile.Outcome.Invalid invalid ->
          new Differences(
              file.toString(),
              false,
              0,
              invalid.mistakes().stream().map(Mistake::toString).toList());
      case ConfigurationFile.Outcome.Valid valid -> {
        Comparison comparison = Comparison.of(running, valid.configuration());
        yield new Differences(
            file.toString(), true, comparison.changes().size(), comparison.lines());
      }
    };
  }
}
