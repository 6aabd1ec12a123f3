package org.bora.launcher.command;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The machine on which the command runs.
 *
 * @param root the checkout
 * @param isRoot whether this process may install packages
 * @param environment variables of the process
 */
public record Machine(Path root, boolean isRoot, Map<String, String> environment) {

  public Machine {
    Objects.requireNonNull(root, "root");
    environment = Map.copyOf(environment);
  }

  /** The machine of this process; the script {@code bora} gives the checkout. */
  public static Machine here() {
    Path root = Path.of(System.getProperty("bora.root", ".")).toAbsolutePath().normalize();
    return new Machine(root, "root".equals(System.getProperty("user.name")), System.getenv());
  }

  /** The directory of a Bora whose {@code --home} was not given; packages name one of their own. */
  public Path defaultHome() {
    String named = environment.getOrDefault("BORA_HOME", "");
    return named.isEmpty() ? root.resolve("var") : Path.of(named);
  }

  /**
   * The logs of a Bora whose {@code --home} was not given, where packages name a place for them.
   */
  public Optional<Path> defaultLogs() {
    return Optional.of(environment.getOrDefault("BORA_LOGS", ""))
        .filter(named -> !named.isEmpty())
        .map(Path::of);
  }

  public Path gridScript() {
    return root.resolve("launcher/try-grid/grid-up");
  }
}
