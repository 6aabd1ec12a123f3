package org.bora.backend.pin;

import java.time.Duration;
import java.util.Objects;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.RequestLimits;

/**
 * How files are pinned, by srmPrepareToGet and srmBringOnline alike.
 *
 * @param startCheck how often files with a deferred start are looked for whose time has come: by as
 *     much it may come late
 */
public record PinSettings(LifetimeSettings lifetimes, RequestLimits limits, Duration startCheck) {

  public PinSettings {
    Objects.requireNonNull(lifetimes, "lifetimes");
    Objects.requireNonNull(limits, "limits");
    if (startCheck.compareTo(Duration.ofSeconds(1)) < 0
        || startCheck.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(
          "startCheck is " + startCheck + ", allowed are 1 s (PT1S) to 1 h (PT1H)");
    }
  }

  public static PinSettings defaults() {
    return new PinSettings(
        LifetimeSettings.defaults(), RequestLimits.defaults(), Duration.ofSeconds(5));
  }
}
