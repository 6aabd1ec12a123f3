package org.bora.server.check;

import java.io.IOException;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.door.gsi.tls.HostCredential;

/**
 * Checks a certificate and its key.
 *
 * @param needed whether an expired certificate prevents the start
 */
record CredentialCheck(String section, Path certificate, Path key, boolean needed) {

  CredentialCheck(String section, Path certificate, Path key) {
    this(section, certificate, key, true);
  }

  /** What is wrong with them at a moment. */
  List<MachineFinding> look(Instant now) {
    List<MachineFinding> missing =
        Stream.of(
                Named.file(
                    section + ".certificate",
                    certificate,
                    "install the certificate there (PEM), or correct the path"),
                Named.file(
                    section + ".key",
                    key,
                    "install the key there (PEM without a pass phrase), or correct the path"))
            .flatMap(Optional::stream)
            .toList();
    return missing.isEmpty() ? pair(now) : missing;
  }

  private List<MachineFinding> pair(Instant now) {
    try {
      return life(HostCredential.read(certificate, key).chain().getFirst(), now).stream().toList();
    } catch (IOException unusable) {
      return List.of(
          unusable.getCause() instanceof InvalidKeyException
              ? MachineFinding.grave(
                  section + ".key",
                  key
                      + " is not the key of "
                      + certificate
                      + "; configure a certificate with its own key")
              : MachineFinding.grave(
                  section + ".certificate",
                  unusable.getMessage() + "; both must be PEM, the key without a pass phrase"));
    }
  }

  private Optional<MachineFinding> life(X509Certificate shown, Instant now) {
    Instant from = shown.getNotBefore().toInstant();
    Instant to = shown.getNotAfter().toInstant();
    if (now.isAfter(to)) {
      return Optional.of(
          new MachineFinding(
              needed,
              section + ".certificate",
              certificate
                  + " expired on "
                  + to.truncatedTo(ChronoUnit.SECONDS)
                  + "; ask its authority for a new one and put it there"));
    }
    return now.isBefore(from)
        ? Optional.of(
            new MachineFinding(
                needed,
                section + ".certificate",
                certificate
                    + " is not valid before "
                    + from.truncatedTo(ChronoUnit.SECONDS)
                    + "; is the clock of this machine right?"))
        : Optional.empty();
  }
}
