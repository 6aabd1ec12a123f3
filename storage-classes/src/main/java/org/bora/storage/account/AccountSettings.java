package org.bora.storage.account;

import java.time.Duration;

/**
 * How long answers of the name service are cached.
 *
 * @param keep from 1 s to 1 day; the absence of an account is cached for the same time
 * @param entries maximum number of cached entries of each kind, 16 to 1,000,000
 */
public record AccountSettings(Duration keep, int entries) {
  private static final Duration MAX_KEEP = Duration.ofDays(1);

  public AccountSettings {
    if (keep.compareTo(Duration.ofSeconds(1)) < 0 || keep.compareTo(MAX_KEEP) > 0) {
      throw new IllegalArgumentException("keep is " + keep + "; allowed is PT1S to PT24H");
    }
    if (entries < 16 || entries > 1_000_000) {
      throw new IllegalArgumentException("entries is " + entries + "; allowed is 16 to 1000000");
    }
  }

  public static AccountSettings defaults() {
    return new AccountSettings(Duration.ofMinutes(5), 10_000);
  }
}
