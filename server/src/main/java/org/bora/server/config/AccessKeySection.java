package org.bora.server.config;

import java.time.Duration;
import org.bora.backend.accesskey.AccessKeySettings;

/** The section {@code access-keys}: limits of the keys with which S3 clients sign requests. */
record AccessKeySection(
    @Key(preset = "5", least = "1", most = "100") int perOwner,
    @Key(preset = "30d", least = "1m", most = "3650d") Duration lifetime,
    @Key(preset = "1d", least = "1m", most = "3650d") Duration tokenLifetime)
    implements Making<AccessKeySettings> {

  @Override
  public AccessKeySettings settings() {
    return new AccessKeySettings(perOwner, lifetime, tokenLifetime);
  }
}
