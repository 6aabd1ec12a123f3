package org.bora.launcher.command.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.launcher.command.Machine;
import org.bora.server.control.LocalSocket;
import org.bora.server.home.Home;
import picocli.CommandLine.Option;

/** The option {@code --home}, which selects the Bora of a verb. */
public final class HomeOption {

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "Home directory of this Bora (default: $BORA_HOME, or var/ in the checkout).")
  private Path directory;

  public Home home(Machine machine) {
    return new Home(directory == null ? machine.defaultHome() : directory);
  }

  /** The directory of its logs, as far as known without asking it. */
  public Path logs(Machine machine) {
    Path own = home(machine).log();
    return directory == null ? machine.defaultLogs().orElse(own) : own;
  }

  /**
   * The places where a process may run, in order: all-in-one and, without a given home, the roles
   * that the packages' units start in directories of their name below it.
   *
   * @param halves those of {@code frontend}, {@code door} and {@code backend} that have the verb
   */
  public List<Path> sockets(Machine machine, String... halves) {
    List<Path> sockets = new ArrayList<>(List.of(home(machine).control()));
    for (String half : halves) {
      half(machine, half).ifPresent(place -> sockets.add(LocalSocket.of(place, half)));
    }
    return sockets;
  }

  /** The directory of a half that the packages' units start; empty where a home was named. */
  public Optional<Path> half(Machine machine, String name) {
    return directory == null
        ? Optional.of(home(machine).directory().resolve(name))
        : Optional.empty();
  }
}
