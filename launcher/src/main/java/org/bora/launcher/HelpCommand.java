package org.bora.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bora help}: the same as {@code --help} after the words of a verb, at any depth. */
@Command(
    name = "help",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the help of a verb.",
      "For example: bora help bans add",
      "Exit codes: 0 success; 2 there is no such verb."
    })
final class HelpCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "VERB",
      arity = "0..*",
      description = "The verb and the verbs below it, for example bans add.")
  private List<String> verb = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<String> words = new ArrayList<>(verb);
    words.add("--help");
    return spec.root().commandLine().execute(words.toArray(String[]::new));
  }
}
