package org.bora.launcher.packages;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Installs missing Debian packages as root, or prints the command for any other user. */
public final class PackageInstaller {

  /** The result. */
  public sealed interface Result {
    record Complete() implements Result {}

    /** {@code message} tells the administrator what to do, with the line to paste. */
    record Lacking(String message) implements Result {}
  }

  private static final List<String> INSTALL =
      List.of(
          "apt-get",
          "install",
          "-y",
          "-q",
          "--no-install-recommends",
          "-o",
          "DPkg::Lock::Timeout=300");

  private final Path root;
  private final boolean isRoot;
  private final PrintStream out;

  /**
   * Prepares to look and to install.
   *
   * @param root of the filesystem, {@code /} but in tests
   * @param isRoot whether this process may install
   * @param out where progress goes
   */
  public PackageInstaller(Path root, boolean isRoot, PrintStream out) {
    this.root = Objects.requireNonNull(root, "root");
    this.isRoot = isRoot;
    this.out = Objects.requireNonNull(out, "out");
  }

  /** Blocks until everything is there or nothing more can be done. */
  public Result require(Needs needs) throws IOException, InterruptedException {
    List<String> missing = needs.missing(root);
    if (missing.isEmpty()) {
      return new Result.Complete();
    }
    if (!isRoot) {
      return new Result.Lacking(
          "Debian packages are missing. Run this, then try again:\n  sudo " + line(missing));
    }
    out.println("Installing Debian packages: " + String.join(" ", missing));
    List<String> command = new ArrayList<>(INSTALL);
    command.addAll(missing);
    if (run(command) != 0) {
      // the lists of a fresh machine are empty or old
      run(List.of("apt-get", "update", "-q"));
      run(command);
    }
    List<String> still = needs.missing(root);
    return still.isEmpty()
        ? new Result.Complete()
        : new Result.Lacking(
            "apt-get did not bring "
                + String.join(" ", still)
                + " (see above). Try it by hand:\n  "
                + line(still));
  }

  /** The line to paste. */
  static String line(List<String> packages) {
    return "apt-get install --no-install-recommends " + String.join(" ", packages);
  }

  private int run(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
    builder.redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    Process process = builder.start();
    try (var reader = process.inputReader()) {
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        if (text.startsWith("Setting up") || text.startsWith("E:") || text.startsWith("W:")) {
          out.println("  " + text);
        }
      }
    }
    return process.waitFor();
  }
}
