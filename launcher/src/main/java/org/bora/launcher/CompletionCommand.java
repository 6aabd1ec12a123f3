package org.bora.launcher;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bora completion}: for bash, of all verbs and options. */
@Command(
    name = "completion",
    description = {
      "Prints the completion script for bash and zsh.",
      "For example: source <(bora completion)"
    })
final class CompletionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash("bora", spec.root().commandLine()));
    out.flush();
    return 0;
  }
}
