package org.bora.server.config;

import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Where traces are sent: the section {@code tracing}.
 *
 * @param endpoint URL of a collector for OTLP over HTTP, {@code http://host:4318/v1/traces}; empty:
 *     nothing is traced
 * @param ratio share of the calls that are traced, 0 to 1
 */
public record TracingSettings(@Key Optional<URI> endpoint, @Key(preset = "0.01") double ratio)
    implements Keys {

  public TracingSettings {
    Objects.requireNonNull(endpoint, "endpoint");
    if (!(ratio >= 0 && ratio <= 1)) {
      throw new IllegalArgumentException("a ratio is from 0 to 1");
    }
  }
}
