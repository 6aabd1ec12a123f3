package org.bora.server.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;
import org.bora.storage.tape.script.ScriptSettings;
import org.bora.storage.tape.script.ScriptTimes;
import org.bora.storage.tape.wire.Verification;

/** The section {@code script} of a library. */
record ScriptSection(
    @Key(allowed = "a word of the command") List<String> command,
    @Key(preset = "2", least = "1", most = "1000") int drives,
    @Flat ScriptTimes times,
    @Key(allowed = "NAME=VALUE, for the program") List<String> environment)
    implements Keys {

  /**
   * Absent if it is invalid, which is reported if the library is of this kind.
   *
   * @param wanted whether the library is of this kind
   * @param verification of the copies that it reports
   */
  Optional<ScriptSettings> settings(Section section, boolean wanted, Verification verification) {
    if (!command.isEmpty()) {
      return section.build(() -> settings(section.base()).with(verification));
    }
    if (wanted) {
      section.mistake("names no command: driver script needs [PROGRAM, ARGUMENT, ...]");
    }
    return Optional.empty();
  }

  /**
   * @param base a program that is not absolute is found from here
   */
  private ScriptSettings settings(Path base) {
    List<String> words = new ArrayList<>(command);
    words.set(0, base.resolve(words.getFirst()).normalize().toString());
    return ScriptSettings.of(words, drives, times).with(variables());
  }

  private SortedMap<String, String> variables() {
    SortedMap<String, String> variables = new TreeMap<>();
    for (String variable : environment) {
      int end = variable.indexOf('=');
      if (end < 0) {
        throw new IllegalArgumentException(
            "environment has '" + variable + "'; each is written NAME=VALUE");
      }
      variables.put(variable.substring(0, end), variable.substring(end + 1));
    }
    return variables;
  }
}
