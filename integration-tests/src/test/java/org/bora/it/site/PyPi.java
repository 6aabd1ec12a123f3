package org.bora.it.site;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/** Programs and libraries from PyPI, each installed once for all runs in this checkout. */
public final class PyPi {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Pattern OUT_OF_REACH =
      Pattern.compile(
          "NewConnectionError|NameResolutionError|ConnectTimeout|ProxyError|No matching distribution");

  private PyPi() {}

  /**
   * The {@code bin} of a virtual environment with that package in it. A test that asks where PyPI
   * is out of reach is skipped.
   *
   * @param name of the package, with its extras
   */
  public static Path with(String name, String version) throws IOException {
    String plain = name.replaceAll("\\[.*]", "");
    Path home = Path.of("target", plain + "-" + version).toAbsolutePath();
    Path complete = home.resolve("complete");
    Shell shell = new Shell(Files.createDirectories(home.getParent()), Map.of());
    if (Files.notExists(complete)) {
      shell.run(PATIENCE, "python3", "-m", "venv", "--clear", home.toString()).succeeded();
      Shell.Result pip =
          shell.run(
              PATIENCE,
              home.resolve("bin/pip").toString(),
              "install",
              "--disable-pip-version-check",
              "--retries",
              "1",
              name + "==" + version);
      assumeFalse(
          pip.status() != 0 && OUT_OF_REACH.matcher(pip.output()).find(),
          "PyPI is out of reach: " + pip.output());
      pip.succeeded();
      Files.createFile(complete);
    }
    return home.resolve("bin");
  }
}
