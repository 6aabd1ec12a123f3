package org.bora.door.gsi;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a caller showed of itself besides its name, for those who look into an incident later:
 * enough to find, and revoke, that certificate among all of the same name. Verified; nothing of it
 * is secret.
 *
 * @param serial of the end-entity certificate, hexadecimal as OpenSSL writes it
 * @param expires when the first certificate of the chain, attributes included, ends
 * @param proxies how many proxies stand between the end-entity certificate and the connection
 * @param proxyKind of the last of them: {@code none}, {@code rfc3820}, {@code limited} or {@code
 *     legacy}; without a certificate {@code token}, {@code macaroon} or {@code turl}
 * @param attributes the attribute certificate that the primary attribute comes from
 */
public record Credential(
    String serial,
    Instant expires,
    int proxies,
    String proxyKind,
    Optional<AttributeCertificate> attributes) {

  /**
   * Name of the servlet request attribute that holds the credential; absent before it was looked at
   * one.
   */
  public static final String ATTRIBUTE = "org.bora.frontend.credential";

  private static final Set<String> CERTIFICATES = Set.of("none", "rfc3820", "limited", "legacy");

  /**
   * A VOMS attribute certificate that holds.
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
