package org.bora.backend.listing;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * When a listing becomes a request of its own, and its limits.
 *
 * @param asyncAfter how long a caller waits for the result before it gets a token
 * @param atOnce maximum number of listings that continue in one backend after their calls; 0:
 *     listings never continue
 * @param longest maximum duration of such a listing
 * @param kept how long its result stays available
 */
public record ListingSettings(
    @Key(preset = "1s", least = "1ms", most = "1h") Duration asyncAfter,
    @Key(name = "async-listings", preset = "16", least = "0", most = "1000") int atOnce,
    @Key(name = "async-longest", preset = "10m", least = "1s", most = "1d") Duration longest,
    @Key(name = "async-kept", preset = "1h", least = "1s", most = "30d") Duration kept)
    implements Keys {

  public ListingSettings {
    Keys.check(ListingSettings.class, asyncAfter, atOnce, longest, kept);
  }

  public static ListingSettings defaults() {
    return Keys.defaults(ListingSettings.class);
  }
}
