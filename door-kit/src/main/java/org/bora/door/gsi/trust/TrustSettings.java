package org.bora.door.gsi.trust;

import java.nio.file.Path;
import java.time.Duration;
import org.bora.settings.Elsewhere;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Trusted authorities: the section {@code trust}, and two directories.
 *
 * @param certificates directory of trust anchors in the OpenSSL-hash form: {@code HASH.0}, {@code
 *     HASH.signing_policy}, {@code HASH.namespaces}, {@code HASH.r0}
 * @param vomsDir directory of LSC files, one directory per VO
 * @param reloadInterval how often both are checked for changes, 1 s to 1 day
 * @param crls how CRLs count
 * @param namespaces which names an authority may sign
 * @param legacyProxies whether GT2 proxies (CN=proxy) and pre-RFC GT3 ones are admitted
 * @param invalidVoms what happens to a caller with invalid VOMS attributes
 * @param verdicts how many verdicts are remembered, and for how long
 */
public record TrustSettings(
    @Elsewhere(preset = "/etc/grid-security/certificates") Path certificates,
    @Elsewhere(preset = "/etc/grid-security/vomsdir") Path vomsDir,
    @Key(name = "reload", preset = "1m", least = "1s", most = "1d") Duration reloadInterval,
    @Key(preset = "if-present") Crls crls,
    @Key(preset = "eugridpma-then-globus") Namespaces namespaces,
    @Key(preset = "false") boolean legacyProxies,
    @Key(preset = "reject") InvalidVoms invalidVoms,
    @Flat VerdictCache.Settings verdicts)
    implements Keys {

  /** How CRLs count. */
  public enum Crls {
    /** Every authority must have a CRL that is in date. */
    REQUIRE,
    /**
     * An authority without a CRL is believed; one whose CRL is out of date or broken is not. What
     * Globus and OpenSSL-based GridFTP servers do with the same directory.
     */
    IF_PRESENT,
    /** CRLs are not checked. For tests. */
    IGNORE
  }

  /** Which names an authority may sign. */
  public enum Namespaces {
    /** EUGridPMA {@code .namespaces}, else Globus {@code .signing_policy}, else any name. */
    EUGRIDPMA_THEN_GLOBUS,
    /** Globus {@code .signing_policy}, else EUGridPMA {@code .namespaces}, else any name. */
    GLOBUS_THEN_EUGRIDPMA,
    /** As {@link #EUGRIDPMA_THEN_GLOBUS}, and an authority with neither file signs nothing. */
    REQUIRE,
    /** Any authority may sign any name. */
    IGNORE
  }

  /** What happens to a caller with invalid VOMS attributes. */
  public enum InvalidVoms {
    /** Calls are answered with the reason. */
    REJECT,
    /** The caller counts as one without attributes. */
    IGNORE
  }

  public TrustSettings {
    Keys.check(
        TrustSettings.class,
        certificates,
        vomsDir,
        reloadInterval,
        crls,
        namespaces,
        legacyProxies,
        invalidVoms,
        verdicts);
  }

  /** The same with these directories. */
  public TrustSettings in(Path authorities, Path organisations) {
    return new TrustSettings(
        authorities,
        organisations,
        reloadInterval,
        crls,
        namespaces,
        legacyProxies,
        invalidVoms,
        verdicts);
  }

  /** The usual places of a grid site. */
  public static TrustSettings defaults() {
    return Keys.defaults(TrustSettings.class);
  }
}
