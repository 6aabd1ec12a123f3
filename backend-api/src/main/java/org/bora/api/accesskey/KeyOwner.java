package org.bora.api.accesskey;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.Grant;

/**
 * The identity that an access key stands for. The components are those of the {@link Caller} who
 * made the key, or for whom an administrator made it.
 *
 * @param dn subject of the certificate, or the name of a token's subject
 * @param issuer subject of the certificate authority, or the URL of the token's issuer
 * @param fqans attributes that the key carries, the primary one first
 * @param grant what the token allowed that made the key; empty if only the rules decide
 */
public record KeyOwner(String dn, String issuer, List<Fqan> fqans, Optional<Grant> grant) {

  public KeyOwner {
    Objects.requireNonNull(dn, "dn");
    Objects.requireNonNull(issuer, "issuer");
    Objects.requireNonNull(grant, "grant");
    fqans = List.copyOf(fqans);
  }

  public static KeyOwner of(Caller caller) {
    return new KeyOwner(caller.dn(), caller.issuer(), caller.fqans(), caller.grant());
  }

  /**
   * The owner as the caller of a request that was signed with the key.
   *
   * @param host address that the request came from
   */
  public Caller caller(String host) {
    return new Caller(dn, issuer, fqans, host, grant);
  }
}
