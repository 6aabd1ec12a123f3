package org.bora.launcher.command.option;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bora.launcher.command.Machine;
import org.bora.server.control.LocalSocket;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Selects the running processes that a verb asks, for verbs that every process knows. */
public final class ProcessOption {
  @Mixin private HomeOption homeOption;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Working directory of `bora frontend`, `bora door` or `bora backend`.")
  private Path directory;

  /**
   * Where they may listen.
   *
   * @param halves {@code frontend}, {@code door} and {@code backend}, in the order in which they
   *     are to be asked
   */
  public List<Path> sockets(Machine machine, String... halves) {
    if (directory == null) {
      return homeOption.sockets(machine, halves);
    }
    Path place = directory.toAbsolutePath().normalize();
    return Stream.of(halves).map(half -> LocalSocket.of(place, half)).toList();
  }
}
