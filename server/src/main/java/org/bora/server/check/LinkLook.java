package org.bora.server.check;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.bora.api.peer.PeerFiles;
import org.bora.frontend.dispatch.BackendLook;
import org.bora.frontend.dispatch.DispatchSettings;

/**
 * Checks whether frontends and backends would accept each other: a frontend connects to its
 * backends as it would in service, and a backend checks what it would show to frontends.
 */
public final class LinkLook {
  private static final String CERTIFICATE = "link.certificate";
  private static final String SERVER_USE = "1.3.6.1.5.5.7.3.1";
  private static final String ANY_USE = "2.5.29.37.0";
  private static final String MAKE = "make one as docs/operate/split.md shows";

  private LinkLook() {}

  /**
   * For a frontend: connects to each backend. A backend that cannot be reached may not have been
   * started yet. A refused handshake needs a change of the configuration.
   */
  public static List<MachineFinding> at(DispatchSettings settings) {
    try {
      return BackendLook.at(settings).stream()
          .filter(look -> !look.serves())
          .map(
              look ->
                  new MachineFinding(
                      look.needsMending(),
                      "link.backends",
                      "backend " + look.backend() + " cannot be used: " + look.trouble()))
          .toList();
    } catch (IOException | GeneralSecurityException unusable) {
      return List.of(
          MachineFinding.grave(
              CERTIFICATE, "the files of link cannot be used: " + unusable.getMessage()));
    }
  }

  /** Of a backend: what a frontend would refuse of the certificate. */
  public static List<MachineFinding> of(PeerFiles files, Instant now) {
    List<MachineFinding> findings = new ArrayList<>();
    try {
      List<X509Certificate> shown = read(files.certificate());
      if (shown.isEmpty()) {
        findings.add(
            MachineFinding.grave(
                CERTIFICATE, files.certificate() + " has no certificate; " + MAKE));
        return findings;
      }
      authority(files, shown, now, findings);
      names(files.certificate(), shown.getFirst(), findings);
    } catch (IOException | GeneralSecurityException unusable) {
      findings.add(
          MachineFinding.grave(
              CERTIFICATE,
              "the files of link cannot be used: " + unusable.getMessage() + "; both must be PEM"));
    }
    return findings;
  }

  private static List<X509Certificate> read(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
          .map(X509Certificate.class::cast)
          .toList();
    }
  }

  private static void authority(
      PeerFiles files, List<X509Certificate> shown, Instant now, List<MachineFinding> findings)
      throws IOException, GeneralSecurityException {
    List<X509Certificate> authorities = read(files.authorities());
    X509Certificate last = shown.getLast();
    X509Certificate signer =
        authorities.stream().filter(each -> signed(each, last)).findFirst().orElse(null);
    if (signer == null) {
      findings.add(
          MachineFinding.grave(
              CERTIFICATE,
              files.certificate()
                  + " was issued by '"
                  + last.getIssuerX500Principal().getName()
                  + "', and no authority in "
                  + files.authorities()
                  + " (link.authorities) vouches for it: frontends with the same file refuse this"
                  + " backend; have it signed by that authority, or add its own to the file of both"
                  + " halves"));
    } else if (now.isAfter(signer.getNotAfter().toInstant())) {
      findings.add(
          MachineFinding.grave(
              "link.authorities",
              "'"
                  + signer.getSubjectX500Principal().getName()
                  + "' in "
                  + files.authorities()
                  + " expired on "
                  + signer.getNotAfter().toInstant().truncatedTo(ChronoUnit.SECONDS)
                  + "; make a new authority, and certificates of it for both halves"));
    }
  }

  private static boolean signed(X509Certificate authority, X509Certificate certificate) {
    if (!authority.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
      return authority.equals(certificate);
    }
    try {
      certificate.verify(authority.getPublicKey());
      return true;
    } catch (GeneralSecurityException byAnother) {
      return false;
    }
  }

  /** A frontend asks for the name in its link.backends, which this machine does not know. */
  private static void names(Path file, X509Certificate shown, List<MachineFinding> findings)
      throws CertificateParsingException {
    if (shown.getSubjectAlternativeNames() == null) {
      findings.add(
          MachineFinding.grave(
              CERTIFICATE,
              file
                  + " is for no host, it has no subjectAltName: no frontend accepts it under any"
                  + " name; "
                  + MAKE));
    }
    List<String> uses = shown.getExtendedKeyUsage();
    if (uses != null && !uses.contains(SERVER_USE) && !uses.contains(ANY_USE)) {
      findings.add(
          MachineFinding.grave(
              CERTIFICATE,
              file + " is not for servers (extendedKeyUsage without serverAuth); " + MAKE));
    }
  }
}
