package org.bora.launcher.config;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Who this service is and whom it believes.
 *
 * @param certificate of the host, PEM, with its chain
 * @param key PEM without a pass phrase
 * @param trust directory of CA certificates, signing policies and revocation lists
 * @param vomsdir directory of LSC files
 */
public record CredentialSettings(Path certificate, Path key, Path trust, Path vomsdir) {

  public CredentialSettings {
    Objects.requireNonNull(certificate, "certificate");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(trust, "trust");
    Objects.requireNonNull(vomsdir, "vomsdir");
  }

  static CredentialSettings read(Section section, Path base) {
    ValueType<Path> path = Values.path(base);
    CredentialSettings settings =
        new CredentialSettings(
            section.value("certificate", path, "/etc/grid-security/hostcert.pem"),
            section.value("key", path, "/etc/grid-security/hostkey.pem"),
            section.value("trust", path, "/etc/grid-security/certificates"),
            section.value("vomsdir", path, "/etc/grid-security/vomsdir"));
    section.finish();
    return settings;
  }
}
