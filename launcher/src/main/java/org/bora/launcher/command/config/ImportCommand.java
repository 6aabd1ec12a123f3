package org.bora.launcher.command.config;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bora import}: imports the settings of another service. */
@Command(
    name = "import",
    description = "Creates a configuration from the configuration of another service.",
    subcommands = ImportStormCommand.class)
public final class ImportCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    CommandLine line = spec.commandLine();
    throw new ParameterException(line, "name the source: `bora import storm --namespace FILE`");
  }
}
