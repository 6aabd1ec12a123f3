package org.bora.door.gsi;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The credential of a caller, for the investigation of incidents: enough to find, and revoke, this
 * certificate among all with the same name. Verified; nothing in it is secret.
 *
 * @param serial of the end-entity certificate, hexadecimal as OpenSSL writes it
 * @param expires when the first certificate of the chain expires, attributes included
 * @param proxies number of proxies in the chain
 * @param proxyKind kind of the last proxy: {@code none}, {@code rfc3820}, {@code limited} or {@code
 *     legacy}; without a certificate {@code token}, {@code macaroon} or {@code turl}
 * @param attributes the attribute certificate with the primary attribute
 */
public record Credential(
    String serial,
    Instant expires,
    int proxies,
    String proxyKind,
    Optional<AttributeCertificate> attributes) {

  /**
   * Name of the servlet request attribute with the credential; absent before the credential was
   * checked.
   */
  public static final String ATTRIBUTE = "org.bora.frontend.credential";

  private static final Set<String> CERTIFICATES = Set.of("none", "rfc3820", "limited", "legacy");

  /**
   * A valid VOMS attribute certificate.
   *
   * @param vo the virtual organisation
   * @param issuer subject of the VOMS server that signed it, OpenSSL slash form
   * @param serial hexadecimal
   */
  public record AttributeCertificate(String vo, String issuer, String serial) {
    public AttributeCertificate {
      Objects.requireNonNull(vo, "vo");
      Objects.requireNonNull(issuer, "issuer");
      Objects.requireNonNull(serial, "serial");
    }
  }

  public Credential {
    Objects.requireNonNull(serial, "serial");
    Objects.requireNonNull(expires, "expires");
    Objects.requireNonNull(proxyKind, "proxyKind");
    Objects.requireNonNull(attributes, "attributes");
  }

  /** Whether it is a certificate, and nothing that stands for one. */
  public boolean isCertificate() {
    return CERTIFICATES.contains(proxyKind);
  }
}
