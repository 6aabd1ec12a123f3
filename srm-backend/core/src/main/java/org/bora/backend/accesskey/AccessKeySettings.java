package org.bora.backend.accesskey;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Limits of access keys: the section {@code access-keys}.
 *
 * @param perOwner maximum number of keys of one owner, including disabled ones
 * @param lifetime maximum time from the creation or renewal of a key to its end
 * @param tokenLifetime the same for a key that is made with a token; at most {@code lifetime}
 */
public record AccessKeySettings(
    @Key(preset = "5", least = "1", most = "100") int perOwner,
    @Key(preset = "30d", least = "1m", most = "3650d") Duration lifetime,
    @Key(preset = "1d", least = "1m", most = "3650d") Duration tokenLifetime)
    implements Keys {

  public AccessKeySettings {
    Keys.check(AccessKeySettings.class, perOwner, lifetime, tokenLifetime);
    tokenLifetime = tokenLifetime.compareTo(lifetime) < 0 ? tokenLifetime : lifetime;
  }

  public static AccessKeySettings defaults() {
    return Keys.defaults(AccessKeySettings.class);
  }
}
