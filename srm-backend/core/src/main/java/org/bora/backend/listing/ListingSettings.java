package org.bora.backend.listing;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * When a listing becomes a request of its own, and for how long.
 *
 * @param asyncAfter how long a caller waits for the listing itself; after that it gets a token
 * @param atOnce listings that go on in one backend after their calls; with none every listing is
 *     answered in its call or not at all
 * @param longest what such a listing may take
 * @param kept how long what it found can be asked for
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
