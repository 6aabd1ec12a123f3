package org.bora.server.config;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.bora.server.config.ConfigurationFile.Outcome;

/** Any text as a configuration: valid, or a list of mistakes, never a surprise. Run by fuzz/run. */
public final class ConfigurationFuzz {

  private static final Path FILE = Path.of("/etc/bora/bora.yaml");

  private ConfigurationFuzz() {}

  /** The name that the fuzzer looks for. */
  public static void fuzzerTestOneInput(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    if (ConfigurationFile.parse(FILE, text) instanceof Outcome.Invalid(var mistakes)
        && mistakes.isEmpty()) {
      throw new AssertionError("refused without a reason");
    }
  }
}
