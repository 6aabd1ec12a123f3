package org.bora.api.wire;

import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;

/**
 * The certificate of a peer is not accepted. The message says whose certificate it is, who issued
 * it, and what was expected. The messages of TLS libraries contain none of this.
 */
public final class PeerRefused extends CertificateException {
  private static final long serialVersionUID = 1;

  private static final int DNS_NAME = 2;
  private static final int ADDRESS = 7;

  /** The reason of the refusal. */
  public enum Why {
    /** None of the authorities that are believed signed it. */
    OTHER_AUTHORITY,
    /** It is for other names than the one by which the peer was asked. */
    OTHER_NAME,
    /** Expired, or not valid yet. */
    NOT_NOW,
    /** Its authority has revoked it, or the revocation list has expired. */
    REVOKED,
    /** Something else, such as a key usage. */
    UNSUITED
  }

  private final Why why;

  PeerRefused(Why why, String message, Throwable cause) {
    super(message, cause);
    this.why = Objects.requireNonNull(why, "why");
  }

  public Why why() {
    return why;
  }

  /** Who is named in a certificate, in the form of RFC 2253, which link.frontends takes. */
  public static String subject(X509Certificate certificate) {
    return "'" + certificate.getSubjectX500Principal().getName() + "'";
  }

  /** The same of its issuer. */
  public static String issuer(X509Certificate certificate) {
    X500Principal issuer = certificate.getIssuerX500Principal();
    return "'" + issuer.getName() + "'";
  }

  /** The hosts that a certificate is for, as OpenSSL writes them; empty for none. */
  public static List<String> names(X509Certificate certificate) {
    try {
      Collection<List<?>> all = certificate.getSubjectAlternativeNames();
      return all == null
          ? List.of()
          : all.stream()
              .filter(one -> one.getFirst().equals(DNS_NAME) || one.getFirst().equals(ADDRESS))
              .map(one -> (one.getFirst().equals(DNS_NAME) ? "DNS:" : "IP:") + one.get(1))
              .toList();
    } catch (CertificateParsingException unreadable) {
      return List.of();
    }
  }

  static String listed(X509Certificate certificate) {
    List<String> names = names(certificate);
    return names.isEmpty()
        ? "no host (it has no subjectAltName)"
        : names.stream().collect(Collectors.joining(", "));
  }

  /** The expiry, to the second. */
  static Instant end(X509Certificate certificate) {
    return certificate.getNotAfter().toInstant().truncatedTo(ChronoUnit.SECONDS);
  }
}
