package org.bora.api.word;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Who calls: an identity that the frontend has verified. Proxies never show here; the name is that
 * of the end-entity certificate.
 *
 * @param dn subject of the end-entity certificate in the OpenSSL slash form, {@code
 *     /DC=org/DC=example/CN=Alice}
 * @param issuer subject of the authority that issued it, same form
 * @param fqans verified VOMS attributes, the primary one first; empty for a plain proxy
 * @param host address the call came from, as text
 */
public record Caller(String dn, String issuer, List<Fqan> fqans, String host) {

  public Caller {
    Objects.requireNonNull(dn, "dn");
    Objects.requireNonNull(issuer, "issuer");
    Objects.requireNonNull(host, "host");
    fqans = List.copyOf(fqans);
  }

  /** The virtual organisation of the primary attribute. */
  public Optional<String> vo() {
    return fqans.stream().findFirst().map(Fqan::vo);
  }
}
