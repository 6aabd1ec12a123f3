package org.bora.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.door.token.TokenIssuer;
import org.bora.door.token.TokenSettings;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/** The section {@code tokens}. */
record TokenSection(
    List<Issuer> issuers,
    @Key(allowed = "a name of this service in the claim aud") List<String> audiences,
    @Key(preset = "1h", least = "1m", most = "1d") Duration refresh,
    @Key(preset = "10000", least = "0", most = "1000000") int remembered,
    @Key(preset = "24h", least = "1m", most = "7d") Duration issuedLifetime)
    implements Keys {

  /** An element of the list of issuers. */
  record Issuer(
      @Key(allowed = "a URL, as tokens name it in the claim iss") String issuer,
      @Key(allowed = "the name of a VO") String vo,
      @Key(form = Key.Form.SFN) List<String> base,
      @Key Optional<Path> keys)
      implements Keys {
    private TokenIssuer settings() {
      return new TokenIssuer(issuer, vo, base, keys);
    }
  }

  static TokenSettings read(Section section, CredentialSettings credentials) {
    TokenSection said = section.bind(TokenSection.class);
    List<TokenIssuer> issuers = new ArrayList<>();
    for (int i = 0; i < said.issuers.size(); i++) {
      section
          .sections("issuers")
          .get(i)
          .build(said.issuers.get(i)::settings)
          .ifPresent(issuers::add);
    }
    return section
        .build(() -> said.settings(issuers, credentials))
        .orElseGet(() -> said.settings(List.of(), credentials));
  }

  private TokenSettings settings(List<TokenIssuer> issuers, CredentialSettings credentials) {
    return new TokenSettings(
        issuers, Set.copyOf(audiences), refresh, remembered, issuedLifetime, credentials.trust());
  }
}
