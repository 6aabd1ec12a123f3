package org.bora.backend.accesskey;

import java.time.Duration;

/**
 * Limits of access keys.
 *
 * @param perOwner most keys that one owner may have, disabled ones included
 * @param lifetime longest time from the making or renewal of a key to its end
 * @param tokenLifetime the same for a key that is made with a token; never longer than the other
 */
public record AccessKeySettings(int perOwner, Duration lifetime, Duration tokenLifetime) {

  public AccessKeySettings {
    if (perOwner < 1) {
      throw new IllegalArgumentException("an owner may have at least one access key");
    }
    if (lifetime.isNegative() || lifetime.isZero()) {
      throw new IllegalArgumentException("the lifetime of access keys is positive");
    }
    if (tokenLifetime.isNegative() || tokenLifetime.isZero()) {
      throw new IllegalArgumentException("the lifetime of access keys of tokens is positive");
    }
    tokenLifetime = tokenLifetime.compareTo(lifetime) < 0 ? tokenLifetime : lifetime;
  }

  public static AccessKeySettings defaults() {
    return new AccessKeySettings(5, Duration.ofDays(30), Duration.ofDays(1));
  }
}
