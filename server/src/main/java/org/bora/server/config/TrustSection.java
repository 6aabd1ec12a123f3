package org.bora.server.config;

import java.time.Duration;
import org.bora.door.gsi.trust.TrustSettings;
import org.bora.door.gsi.trust.TrustSettings.Crls;
import org.bora.door.gsi.trust.TrustSettings.InvalidVoms;
import org.bora.door.gsi.trust.TrustSettings.Namespaces;
import org.bora.door.gsi.trust.VerdictCache;

/** The section {@code trust}. */
record TrustSection(
    @Key(preset = "1m", least = "1s", most = "1d") Duration reload,
    @Key(preset = "if-present") Crls crls,
    @Key(preset = "eugridpma-then-globus") Namespaces namespaces,
    @Key(preset = "false") boolean legacyProxies,
    @Key(preset = "reject") InvalidVoms invalidVoms,
    @Key(preset = "20000", least = "0", most = "1000000") int verdictsRemembered,
    @Key(preset = "10m", least = "0s", most = "1d") Duration verdictsKept)
    implements Keys {

  static TrustSettings read(Section section, CredentialSettings credentials) {
    TrustSection said = section.bind(TrustSection.class);
    return section.build(() -> said.settings(credentials)).orElseGet(TrustSettings::defaults);
  }

  private TrustSettings settings(CredentialSettings credentials) {
    return new TrustSettings(
        credentials.trust(),
        credentials.vomsdir(),
        reload,
        crls,
        namespaces,
        legacyProxies,
        invalidVoms,
        new VerdictCache.Settings(verdictsRemembered, verdictsKept));
  }
}
