package org.bora.door.token;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.io.IOException;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.api.word.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of one issuer. {@link #refresh} reads them in the background; the other methods never
 * block. Keys stay in use while they cannot be read again. Thread safe.
 */
final class IssuerKeys {
  private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);

  /** Tokens with made-up keys must not make us ask the issuer more often. */
  static final Duration SOONEST = Duration.ofSeconds(30);

  /** More keys than an issuer has while it changes them. */
  private static final int MOST = 100;

  private static final int LEAST_RSA_BITS = 2048;

  private final TokenIssuer issuer;
  private final KeySource source;
  private final Clock clock;
  private final AtomicBoolean wanted = new AtomicBoolean(true);
  private volatile List<JWK> keys = List.of();
  private volatile Instant read = Instant.MIN;
  private volatile Instant asked = Instant.MIN;
  private volatile Instant confirmed = Instant.MIN;
  private volatile Optional<String> trouble = Optional.empty();

  IssuerKeys(TokenIssuer issuer, KeySource source, Clock clock) {
    this.issuer = issuer;
    this.source = source;
    this.clock = clock;
  }

  TokenIssuer issuer() {
    return issuer;
  }

  /** What hinders the reading of keys at the moment. */
  Optional<String> trouble() {
    return trouble;
  }

  /** Grows with every reading that changed something. */
  Instant version() {
    return read;
  }

  /** Fetches the keys if due: after {@code every}, or earlier if an unknown key was needed. */
  void refresh(Duration every) {
    Instant now = clock.instant();
    boolean due = asked.equals(Instant.MIN) || !now.isBefore(asked.plus(every));
    boolean soon =
        wanted.get() && !now.isBefore(asked.equals(Instant.MIN) ? asked : asked.plus(SOONEST));
    if (!due && !soon) {
      return;
    }
    asked = now;
    wanted.set(false);
    try {
      List<JWK> found =
          JWKSet.parse(source.read(issuer)).getKeys().stream()
              .filter(IssuerKeys::isUsable)
              .limit(MOST)
              .toList();
      if (found.isEmpty()) {
        throw new IOException(
            "no RSA key of " + LEAST_RSA_BITS + " bits or EC key for signatures is in it");
      }
      if (!found.equals(keys)) {
        LOG.info("keys of token issuer {} in use: {}", issuer.issuer(), found.size());
        keys = found;
        read = now;
      }
      confirmed = now;
      trouble = Optional.empty();
    } catch (IOException | ParseException | RuntimeException e) {
      String why = LogText.of(String.valueOf(e.getMessage()));
      trouble = Optional.of(why);
      LOG.warn(
          "cannot read the keys of token issuer {}: {}; {}",
          issuer.issuer(),
          why,
          keys.isEmpty()
              ? "its tokens are refused"
              : "those read at " + confirmed + " stay in use");
    }
  }

  private static boolean isUsable(JWK key) {
    if (key.getKeyUse() != null && !key.getKeyUse().equals(KeyUse.SIGNATURE)) {
      return false;
    }
    return switch (key) {
      case RSAKey rsa -> rsa.size() >= LEAST_RSA_BITS;
      case ECKey _ -> true;
      default -> false;
    };
  }

  /**
   * The keys that may have made a signature; empty if the key of this name is for other algorithms.
   *
   * @param kid from the token; null if missing
   * @throws KeysMissing if there is none; the keys are fetched soon
   */
  List<JWK> candidates(JWSAlgorithm algorithm, String kid) throws KeysMissing {
    List<JWK> found =
        keys.stream()
            .filter(key -> kid == null || key.getKeyID() == null || kid.equals(key.getKeyID()))
            .filter(key -> key.getAlgorithm() == null || key.getAlgorithm().equals(algorithm))
            .filter(key -> JWSAlgorithm.Family.RSA.contains(algorithm) == (key instanceof RSAKey))
            .toList();
    boolean known = kid != null && keys.stream().anyMatch(key -> kid.equals(key.getKeyID()));
    if (found.isEmpty() && !known) {
      wanted.set(true);
      throw new KeysMissing(
          keys.isEmpty()
              ? "the keys of the token's issuer could not be read yet"
              : "the issuer has no key '" + kid + "' that is known here");
    }
    return found;
  }
}
