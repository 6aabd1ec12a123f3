package org.bora.launcher.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.HomeOption;
import org.bora.launcher.command.option.SettingOptions;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.home.Home;
import org.bora.server.process.ClassPath;
import org.bora.server.process.PidFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * {@code bora serve}: runs a whole Bora at a site. Unlike {@code up}, it installs, creates and asks
 * nothing: a service manager starts it with the administrator's configuration.
 */
@Command(
    name = "serve",
    description = {
      "Runs frontend and backend in one process for a service manager, with the site's"
          + " configuration, certificates and database.",
      SettingOptions.HELP
    })
public final class ServeCommand implements Callable<Integer> {
  private final Machine machine;

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "Configuration file.")
  private Path file;

  @Mixin private HomeOption homeOption;

  @Option(
      names = "--logs",
      paramLabel = "DIR",
      description = "Log directory (default: log/ in the working directory).")
  private Path logs;

  @Spec private CommandSpec spec;

  @Unmatched private final List<String> settings = new ArrayList<>();

  public ServeCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return switch (ConfigurationFile.read(SettingOptions.source(spec, file, machine, settings))) {
      case ConfigurationFile.Outcome.Invalid invalid -> {
        invalid.mistakes().forEach(System.err::println);
        yield 1;
      }
      case ConfigurationFile.Outcome.Valid valid -> serve(valid.configuration());
    };
  }

  private int serve(Configuration configuration) throws IOException, InterruptedException {
    if (configuration.tryGrid()) {
      System.err.println(
          "bora: " + file + " is for a try grid (try-grid: true), which only `bora up` makes");
      return 1;
    }
    Path directory = homeOption.home(machine).directory();
    Home home = logs == null ? new Home(directory) : new Home(directory, logs);
    home.create();
    ClassPath.open(ServeCommand.class.getClassLoader());
    PidFile pid = home.boraPid();
    if (pid.running().isPresent()) {
      System.err.println("bora: one runs already in " + directory + ", see " + pid.path());
      return 1;
    }
    return new Server(home, configuration, machine, null).run(Server.Voice.SERVICE);
  }
}
