package org.bora.server.config;

import java.util.Objects;
import org.bora.backend.operation.put.PutSettings;
import org.bora.backend.pin.PinSettings;

/**
 * Lives and limits of requests.
 *
 * @param puts how files are written
 * @param pins how files are pinned, by get and bringOnline
 */
public record RequestSettings(PutSettings puts, PinSettings pins) {

  public RequestSettings {
    Objects.requireNonNull(puts, "puts");
    Objects.requireNonNull(pins, "pins");
  }

  static RequestSettings defaults() {
    return new RequestSettings(PutSettings.defaults(), PinSettings.defaults());
  }
}
