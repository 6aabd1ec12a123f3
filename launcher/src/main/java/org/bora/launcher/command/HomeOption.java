package org.bora.launcher.command;

import java.nio.file.Path;
import org.bora.launcher.home.Home;
import picocli.CommandLine.Option;

/** The option {@code --home} of every verb that is about one Bora. */
final class HomeOption {

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "Directory this Bora lives in (default: var/ in the checkout).")
  private Path directory;

  Home home(Machine machine) {
    return new Home(directory == null ? machine.defaultHome() : directory);
  }
}
