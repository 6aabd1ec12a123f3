package org.bora.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a configuration is read from, and is read from again for a reload.
 *
 * @param file of the site
 * @param environment whose variables {@code BORA_SECTION_KEY} count in place of the file
 * @param arguments {@code --section.key=value}, which count in place of both
 */
public record ConfigurationSource(
    Path file, Map<String, String> environment, List<String> arguments) {
  public ConfigurationSource {
    Objects.requireNonNull(file, "file");
    environment = Map.copyOf(environment);
    arguments = List.copyOf(arguments);
  }

  /** The file alone. */
  public static ConfigurationSource of(Path file) {
    return new ConfigurationSource(file, Map.of(), List.of());
  }
}
