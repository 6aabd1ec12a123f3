package org.bora.launcher.packages;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A Debian package, and files that show that its content is installed, from any source.
 *
 * @param debian its name
 * @param probes absolute paths, any of which shows that it is installed
 */
public record Requirement(String debian, List<String> probes) {

  private static final List<String> LIBRARY_DIRECTORIES =
      List.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib");

  public Requirement {
    Objects.requireNonNull(debian, "debian");
    probes = List.copyOf(probes);
    if (probes.isEmpty()) {
      throw new IllegalArgumentException(debian + ": nothing to look for");
    }
  }

  /** A package that brings a command. */
  public static Requirement command(String debian, String command) {
    return new Requirement(
        debian,
        List.of(
            "/usr/bin/" + command,
            "/usr/sbin/" + command,
            "/usr/local/bin/" + command,
            "/bin/" + command));
  }

  /** A package that brings a library or plug-in, named below the library directory. */
  public static Requirement library(String debian, String file) {
    return new Requirement(
        debian, LIBRARY_DIRECTORIES.stream().map(directory -> directory + "/" + file).toList());
  }

  /** A package that brings a file. */
  public static Requirement file(String debian, String file) {
    return new Requirement(debian, List.of(file));
  }

  /**
   * Whether any of the probes is there.
   *
   * @param root of the filesystem, {@code /} but in tests
   */
  public boolean isMet(Path root) {
    return probes.stream().anyMatch(probe -> Files.exists(root.resolve(probe.substring(1))));
  }
}
