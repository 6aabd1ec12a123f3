package org.bora.launcher.command.option;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.bora.launcher.command.Machine;
import org.bora.server.config.ConfigurationSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * {@code --SECTION.KEY=VALUE}: overrides the configuration file. Verbs collect these words with
 * {@code @Unmatched}, which picocli does not support in a mixin.
 */
public final class SettingOptions {

  /** For the description of a verb that takes them. */
  public static final String HELP =
      "Options --SECTION.KEY=VALUE and variables BORA_SECTION_KEY override keys of the file, for"
          + " example --logging.level=debug.";

  private static final Pattern SETTING =
      Pattern.compile("--[a-z][a-z-]*(\\[[0-9]{1,4}])?\\.[^=]+=.*", Pattern.DOTALL);

  private SettingOptions() {}

  /**
   * Where to read.
   *
   * @param words that are no options of the verb
   * @throws UnmatchedArgumentException for a word that is no setting either
   * @throws ParameterException for the key of a setting without a value
   */
  public static ConfigurationSource source(
      CommandSpec verb, Path file, Machine machine, List<String> words) {
    List<String> strange = words.stream().filter(word -> !SETTING.matcher(word).matches()).toList();
    if (!strange.isEmpty()) {
      String first = strange.getFirst();
      if (SETTING.matcher(first + "=").matches()) {
        throw new ParameterException(
            verb.commandLine(), first + " needs its value in the same word: " + first + "=VALUE");
      }
      throw new UnmatchedArgumentException(verb.commandLine(), strange);
    }
    return new ConfigurationSource(file, machine.environment(), words);
  }
}
