package org.bora.launcher.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bora.storage.tape.script.ScriptSettings;
import org.bora.storage.tape.script.ScriptTimes;
import org.bora.storage.tape.wire.Verification;

/** Reads the section {@code script} of a library. */
final class ScriptSection {
  private ScriptSection() {}

  /**
   * Absent where it cannot be used, which is told if the library is of this kind.
   *
   * @param base a program that is not absolute is found from here
   * @param wanted whether the library is of this kind
   * @param verification of the copies that it reports
   */
  static Optional<ScriptSettings> read(
      Section section, Path base, boolean wanted, Verification verification) {
    List<String> command =
        new ArrayList<>(section.list("command", Values.text("a word of the command")));
    int drives = section.value("drives", Values.number(1, ScriptSettings.MAX_DRIVES), "2");
    ScriptTimes preset = ScriptTimes.defaults();
    Duration batch =
        time(
            section,
            "longest-batch",
            ScriptTimes.SHORTEST_BATCH,
            ScriptTimes.LONGEST_BATCH,
            preset.batch());
    Duration silence =
        time(section, "silence", ScriptTimes.SHORTEST, ScriptTimes.LONGEST_BATCH, preset.silence());
    Duration query =
        time(
            section,
            "longest-query",
            ScriptTimes.SHORTEST,
            ScriptTimes.LONGEST_QUERY,
            preset.query());
    Duration grace =
        time(section, "grace", Duration.ZERO, ScriptTimes.LONGEST_GRACE, preset.grace());
    List<String> variables =
        section.list("environment", Values.text("NAME=VALUE, for the program"));
    section.finish();
    if (command.isEmpty()) {
      if (wanted) {
        section.mistake("names no command: driver script needs [PROGRAM, ARGUMENT, ...]");
      }
      return Optional.empty();
    }
    command.set(0, base.resolve(command.getFirst()).normalize().toString());
    return section.build(
        () ->
            ScriptSettings.of(command, drives, new ScriptTimes(batch, silence, query, grace))
                .with(environment(variables))
                .with(verification));
  }

  private static SortedMap<String, String> environment(List<String> variables) {
    SortedMap<String, String> environment = new TreeMap<>();
    for (String variable : variables) {
      int end = variable.indexOf('=');
      if (end < 0) {
        throw new IllegalArgumentException(
            "environment has '" + variable + "'; each is written NAME=VALUE");
      }
      environment.put(variable.substring(0, end), variable.substring(end + 1));
    }
    return environment;
  }

  private static Duration time(
      Section section, String key, Duration least, Duration most, Duration preset) {
    return section.value(key, Values.duration(least, most), Values.write(preset));
  }
}
