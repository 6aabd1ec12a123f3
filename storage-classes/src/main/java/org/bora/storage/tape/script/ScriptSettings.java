package org.bora.storage.tape.script;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bora.storage.tape.wire.TapeOperation;
import org.bora.storage.tape.wire.Verification;

/**
 * The commands of a site's tape system.
 *
 * @param commands for each operation the absolute path of a program, and its arguments; they reach
 *     it as they are, through no shell
 * @param drives maximum number of batches at the same time, over all backends, 1 to 1,000
 * @param environment variables of the commands, besides PATH, LC_ALL and Bora's own
 * @param times time limits
 * @param verification how their copies are verified
 */
public record ScriptSettings(
    Map<TapeOperation, List<String>> commands,
    int drives,
    SortedMap<String, String> environment,
    ScriptTimes times,
    Verification verification) {
  public static final int MAX_DRIVES = 1_000;

  private static final int MAX_WORDS = 100;

  public ScriptSettings {
    Objects.requireNonNull(times, "times");
    Objects.requireNonNull(verification, "verification");
    Map<TapeOperation, List<String>> checked = new EnumMap<>(TapeOperation.class);
    for (TapeOperation operation : TapeOperation.values()) {
      checked.put(operation, List.copyOf(commands.getOrDefault(operation, List.of())));
      check(operation, checked.get(operation));
    }
    commands = Map.copyOf(checked);
    if (drives < 1 || drives > MAX_DRIVES) {
      throw new IllegalArgumentException("drives is " + drives + "; allowed is 1 to " + MAX_DRIVES);
    }
    environment.forEach(ScriptSettings::checkVariable);
    environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
  }

  /** One program for all operations; it learns from the document which is meant. */
  public static ScriptSettings of(List<String> command, int drives, ScriptTimes times) {
    Map<TapeOperation, List<String>> all = new EnumMap<>(TapeOperation.class);
    for (TapeOperation operation : TapeOperation.values()) {
      all.put(operation, command);
    }
    return new ScriptSettings(all, drives, new TreeMap<>(), times, Verification.CHECKSUM);
  }

  /** The same with other variables. */
  public ScriptSettings with(SortedMap<String, String> variables) {
    return new ScriptSettings(commands, drives, variables, times, verification);
  }

  /** The same with copies that count by this. */
  public ScriptSettings with(Verification other) {
    return new ScriptSettings(commands, drives, environment, times, other);
  }

  private static void check(TapeOperation operation, List<String> command) {
    String word = operation.name().toLowerCase(Locale.ROOT);
    if (command.isEmpty() || command.size() > MAX_WORDS) {
      throw new IllegalArgumentException(
          "the command for "
              + word
              + " has "
              + command.size()
              + " words; allowed is 1 to "
              + MAX_WORDS);
    }
    if (!command.getFirst().startsWith("/")) {
      throw new IllegalArgumentException(
          "the command for "
              + word
              + " is '"
              + command.getFirst()
              + "'; it must be an absolute path, there is no search");
    }
    if (command.stream().anyMatch(text -> text.indexOf('\0') >= 0)) {
      throw new IllegalArgumentException("the command for " + word + " holds a NUL");
    }
  }

  private static void checkVariable(String name, String value) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]{0,99}") || name.startsWith("BORA_")) {
      throw new IllegalArgumentException(
          "environment has '"
              + name
              + "'; a name has letters, digits and underscores, and does not begin with BORA_");
    }
    if (value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("the value of " + name + " holds a NUL");
    }
  }
}
