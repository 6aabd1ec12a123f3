package org.bora.launcher.config;

import java.time.Duration;
import org.bora.frontend.gsi.trust.TrustSettings;
import org.bora.frontend.gsi.trust.TrustSettings.Crls;
import org.bora.frontend.gsi.trust.TrustSettings.InvalidVoms;
import org.bora.frontend.gsi.trust.TrustSettings.Namespaces;
import org.bora.frontend.gsi.trust.VerdictCache;

/** Reads the section {@code trust}. */
final class TrustSection {
  private static final Duration DAY = Duration.ofDays(1);

  private TrustSection() {}

  static TrustSettings read(Section section, CredentialSettings credentials) {
    TrustSettings preset = TrustSettings.defaults();
    Duration reload =
        section.value(
            "reload",
            Values.duration(Duration.ofSeconds(1), DAY),
            Values.write(preset.reloadInterval()));
    Crls crls = section.value("crls", Values.oneOf(Crls.class), Values.write(preset.crls()));
    Namespaces namespaces =
        section.value(
            "namespaces", Values.oneOf(Namespaces.class), Values.write(preset.namespaces()));
    boolean legacy =
        section.value("legacy-proxies", Values.flag(), String.valueOf(preset.legacyProxies()));
    InvalidVoms invalid =
        section.value(
            "invalid-voms", Values.oneOf(InvalidVoms.class), Values.write(preset.invalidVoms()));
    int remembered =
        section.value(
            "verdicts-remembered",
            Values.number(0, 1_000_000),
            String.valueOf(preset.verdicts().capacity()));
    Duration kept =
        section.value(
            "verdicts-kept",
            Values.duration(Duration.ZERO, DAY),
            Values.write(preset.verdicts().maxAge()));
    section.finish();
    return section
        .build(
            () ->
                new TrustSettings(
                    credentials.trust(),
                    credentials.vomsdir(),
                    reload,
                    crls,
                    namespaces,
                    legacy,
                    invalid,
                    new VerdictCache.Settings(remembered, kept)))
        .orElse(preset);
  }
}
