package org.bora.server.config;

import java.nio.file.Path;
import java.util.Objects;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The host certificate and the trusted authorities: the section {@code credentials}.
 *
 * @param certificate of the host, PEM, with its chain
 * @param key PEM without a pass phrase
 * @param trust directory of CA certificates, signing policies and revocation lists
 * @param vomsdir directory of LSC files
 */
public record CredentialSettings(
    @Key(preset = "/etc/grid-security/hostcert.pem") Path certificate,
    @Key(preset = "/etc/grid-security/hostkey.pem") Path key,
    @Key(preset = "/etc/grid-security/certificates") Path trust,
    @Key(preset = "/etc/grid-security/vomsdir") Path vomsdir)
    implements Keys {

  public CredentialSettings {
    Objects.requireNonNull(certificate, "certificate");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(trust, "trust");
    Objects.requireNonNull(vomsdir, "vomsdir");
  }
}
