package org.bora.backend.pin;

import java.time.Duration;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.RequestLimits;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Settings of pins, for both srmPrepareToGet and srmBringOnline.
 *
 * @param startCheck how often files with a deferred start are looked for whose time has come: by as
 *     much it may come late
 */
public record PinSettings(
    @Flat LifetimeSettings lifetimes,
    @Flat RequestLimits limits,
    @Key(preset = "5s", least = "1s", most = "1h") Duration startCheck)
    implements Keys {

  public PinSettings {
    Keys.check(PinSettings.class, lifetimes, limits, startCheck);
  }

  public static PinSettings defaults() {
    return Keys.defaults(PinSettings.class);
  }
}
