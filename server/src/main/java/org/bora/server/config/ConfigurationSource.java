package org.bora.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Where a configuration is read from, at the start and at each reload.
 *
 * @param file of the site
 * @param environment variables {@code BORA_SECTION_KEY} override the file
 * @param arguments {@code --section.key=value} overrides both
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
