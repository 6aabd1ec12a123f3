package org.bora.server.config;

import java.util.Objects;
import org.bora.backend.operation.put.PutSettings;
import org.bora.backend.pin.PinSettings;
import org.bora.settings.Flat;
import org.bora.settings.Keys;

/**
 * Lifetimes and limits of requests: the section {@code requests}.
 *
 * @param puts how files are written
 * @param pins how files are pinned, by get and bringOnline
 */
public record RequestSettings(@Flat PutSettings puts, @Flat PinSettings pins) implements Keys {

  public RequestSettings {
    Objects.requireNonNull(puts, "puts");
    Objects.requireNonNull(pins, "pins");
  }
}
