package org.bora.api.word;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The identity of a caller, verified by a door. The name is always that of the end-entity
 * certificate, never of a proxy.
 *
 * @param dn subject of the end-entity certificate in the OpenSSL slash form, {@code
 *     /DC=org/DC=example/CN=Alice}; for a token, {@code /ISSUER=iam.example.org/SUB=alice}
 * @param issuer subject of the authority that issued it, in the same form; for a token, the
 *     issuer's URL
 * @param fqans verified VOMS attributes, the primary one first; empty for a plain proxy; for a
 *     token, its groups, or the organisation of its issuer
 * @param host address the call came from, as text
 * @param grant what the token allows; empty if only the rules decide
 */
public record Caller(
    String dn, String issuer, List<Fqan> fqans, String host, Optional<Grant> grant) {

  public Caller {
    Objects.requireNonNull(dn, "dn");
    Objects.requireNonNull(issuer, "issuer");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(grant, "grant");
    fqans = List.copyOf(fqans);
  }

  /** A caller without a grant. */
  public Caller(String dn, String issuer, List<Fqan> fqans, String host) {
    this(dn, issuer, fqans, host, Optional.empty());
  }

  /** The virtual organisation of the primary attribute. */
  public Optional<String> vo() {
    return fqans.stream().findFirst().map(Fqan::vo);
  }
}
