package org.bora.door.gsi.trust;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * Whom the door believes.
 *
 * @param certificates directory of trust anchors in the OpenSSL-hash form: {@code HASH.0}, {@code
 *     HASH.signing_policy}, {@code HASH.namespaces}, {@code HASH.r0}
 * @param vomsDir directory of LSC files, one directory per VO
 * @param reloadInterval how often both are looked at for changes, 1 s to 1 day
 * @param crls how CRLs count
 * @param namespaces which names an authority may sign
 * @param legacyProxies whether GT2 proxies (CN=proxy) and pre-RFC GT3 ones are admitted
 * @param invalidVoms what becomes of a caller whose VOMS attributes do not hold
 * @param verdicts how many verdicts are remembered and for how long
 */
public record TrustSettings(
    Path certificates,
    Path vomsDir,
    Duration reloadInterval,
    Crls crls,
    Namespaces namespaces,
    boolean legacyProxies,
    InvalidVoms invalidVoms,
    VerdictCache.Settings verdicts) {

  /** How CRLs count. */
  public enum Crls {
    /** Every authority must have a CRL that is in date. */
    REQUIRE,
    /**
     * An authority without a CRL is believed; one whose CRL is out of date or broken is not. What
     * Globus and OpenSSL-based GridFTP servers do with the same directory.
     */
    IF_PRESENT,
    /** CRLs are not looked at. For tests. */
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

  /** What becomes of a caller whose VOMS attributes do not hold. */
  public enum InvalidVoms {
    /** Calls are answered with the reason. */
    REJECT,
    /** The caller counts as one without attributes. */
    IGNORE
  }

  public TrustSettings {
    Objects.requireNonNull(certificates, "certificates");
    Objects.requireNonNull(vomsDir, "vomsDir");
    Objects.requireNonNull(crls, "crls");
    Objects.requireNonNull(namespaces, "namespaces");
    Objects.requireNonNull(invalidVoms, "invalidVoms");
    Objects.requireNonNull(verdicts, "verdicts");
    if (reloadInterval.compareTo(Duration.ofSeconds(1)) < 0
        || reloadInterval.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "reloadInterval is " + reloadInterval + ", allowed are 1 s to 1 day");
    }
  }

  /** The usual places of a grid site, looked at every minute. */
  public static TrustSettings defaults() {
    return new TrustSettings(
        Path.of("/etc/grid-security/certificates"),
        Path.of("/etc/grid-security/vomsdir"),
        Duration.ofMinutes(1),
        Crls.IF_PRESENT,
        Namespaces.EUGRIDPMA_THEN_GLOBUS,
        false,
        InvalidVoms.REJECT,
        VerdictCache.Settings.defaults());
  }
}
