package org.bora.door.token;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Trusted tokens.
 *
 * @param issuers trusted issuers; empty: no token is accepted
 * @param audiences names of this service in {@code aud}, besides the one for any service
 * @param refresh how often keys are fetched
 * @param remembered number of tokens whose signature is not checked again, 0 to 1,000,000; about 1
 *     KiB each
 * @param issuedLifetime maximum lifetime of a macaroon of this service
 * @param certificates directory of certificates of authorities, for the issuers' HTTPS servers,
 *     besides those that Java knows
 */
public record TokenSettings(
    List<TokenIssuer> issuers,
    Set<String> audiences,
    Duration refresh,
    int remembered,
    Duration issuedLifetime,
    Path certificates) {

  public TokenSettings {
    issuers = List.copyOf(issuers);
    audiences = Set.copyOf(audiences);
    Objects.requireNonNull(refresh, "refresh");
    Objects.requireNonNull(issuedLifetime, "issuedLifetime");
    Objects.requireNonNull(certificates, "certificates");
    Set<String> seen = new HashSet<>();
    for (TokenIssuer issuer : issuers) {
      if (!seen.add(TokenNames.of(issuer.issuer()))) {
        throw new IllegalArgumentException("issuer " + issuer.issuer() + " is named twice");
      }
    }
  }

  /** The same where this service has these names too. */
  public TokenSettings withAudiences(Set<String> names) {
    Set<String> all = new HashSet<>(audiences);
    all.addAll(names);
    return new TokenSettings(issuers, all, refresh, remembered, issuedLifetime, certificates);
  }
}
