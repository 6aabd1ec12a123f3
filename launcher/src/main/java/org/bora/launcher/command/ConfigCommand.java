package org.bora.launcher.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.bora.launcher.config.ConfigurationFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bora config}: about the configuration file. */
@Command(
    name = "config",
    description = "About the configuration file.",
    subcommands = ConfigCommand.Check.class)
public final class ConfigCommand implements Runnable {

  @picocli.CommandLine.Spec private picocli.CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new picocli.CommandLine.ParameterException(
        spec.commandLine(), "say what: bora config check FILE, or bora config reload");
  }

  /** {@code bora config check FILE}. */
  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = "Lists every mistake of a configuration file; exits with 1 when there is one.")
  static final class Check implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file, usually bora.yaml.")
    private Path file;

    @Override
    public Integer call() throws IOException {
      return switch (ConfigurationFile.read(file)) {
        case ConfigurationFile.Outcome.Valid valid -> {
          System.out.println(file + ": no mistakes");
          yield 0;
        }
        case ConfigurationFile.Outcome.Invalid invalid -> {
          invalid.mistakes().forEach(System.out::println);
          int count = invalid.mistakes().size();
          System.out.println(count + (count == 1 ? " mistake" : " mistakes"));
          yield 1;
        }
      };
    }
  }
}
