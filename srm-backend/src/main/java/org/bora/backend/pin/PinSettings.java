package org.bora.backend.pin;

import java.util.Objects;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.RequestLimits;

/** How files are pinned, by srmPrepareToGet and srmBringOnline alike. */
public record PinSettings(LifetimeSettings lifetimes, RequestLimits limits) {

  public PinSettings {
    Objects.requireNonNull(lifetimes, "lifetimes");
    Objects.requireNonNull(limits, "limits");
  }

  public static PinSettings defaults() {
    return new PinSettings(LifetimeSettings.defaults(), RequestLimits.defaults());
  }
}
