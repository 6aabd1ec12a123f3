package org.bora.door.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.api.word.LogText;

/** Verifies a token (RFC 7515, 7519; WLCG profile 1.3). Thread safe; never blocks. */
final class TokenVerifier {

  /** Clocks differ. */
  static final Duration LEEWAY = Duration.ofSeconds(60);

  /** No header can be longer. */
  private static final int LONGEST = 16 * 1024;

  private static final int LONGEST_SUBJECT = 255;

  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512);

  /** For any service: of the WLCG profile and of SciTokens. */
  private static final Set<String> ANY = Set.of("https://wlcg.cern.ch/jwt/v1/any", "ANY");

  private final Map<String, IssuerKeys> issuers;
  private final Set<String> audiences;

  TokenVerifier(Map<String, IssuerKeys> issuers, Set<String> audiences) {
    this.issuers = Map.copyOf(issuers);
    this.audiences = Set.copyOf(audiences);
  }

  /**
   * A valid token.
   *
   * @param keyed when the keys that verified it were read
   */
  record Good(
      TokenIssuer issuer, JWTClaimsSet claims, String subject, Instant end, Instant keyed) {}

  Good verify(String token, Instant now) throws TokenRefused, KeysMissing {
    if (token.length() > LONGEST) {
      throw new TokenRefused("the token is longer than " + LONGEST + " characters");
    }
    SignedJWT jwt;
    JWTClaimsSet claims;
    try {
      jwt = SignedJWT.parse(token);
      claims = jwt.getJWTClaimsSet();
    } catch (ParseException | RuntimeException e) {
      throw new TokenRefused("the token is not a signed JWT");
    }
    if (claims == null) {
      throw new TokenRefused("the token has no claims");
    }
    JWSAlgorithm algorithm = jwt.getHeader().getAlgorithm();
    if (!ALGORITHMS.contains(algorithm)) {
      throw new TokenRefused("header alg: " + shown(algorithm.getName()) + " is not accepted");
    }
    String iss = claims.getIssuer();
    IssuerKeys keys = iss == null ? null : issuers.get(TokenNames.of(iss));
    if (keys == null) {
      throw new TokenRefused(
          iss == null
              ? "claim iss is missing"
              : "claim iss: this service does not know issuer " + shown(iss));
    }
    String kid = jwt.getHeader().getKeyID();
    if (kid == null && claims.getClaim("wlcg.ver") != null) {
      throw new TokenRefused("header kid is missing"); // WLCG profile 1.3, section 4.2
    }
    Instant keyed = keys.version();
    requireSignature(jwt, keys.candidates(algorithm, kid));
    Instant end = requireTime(claims, now);
    requireAudience(claims.getAudience());
    return new Good(keys.issuer(), claims, subject(claims), end, keyed);
  }

  private static void requireSignature(SignedJWT jwt, List<JWK> candidates) throws TokenRefused {
    for (JWK key : candidates) {
      try {
        if (jwt.verify(verifier(key))) {
          return;
        }
      } catch (JOSEException | RuntimeException e) {
        // of another curve, or with critical headers that are not known: it does not hold
      }
    }
    throw new TokenRefused("the signature does not hold");
  }

  private static JWSVerifier verifier(JWK key) throws JOSEException {
    return switch (key) {
      case RSAKey rsa -> new RSASSAVerifier(rsa.toRSAPublicKey());
      case ECKey ec -> new ECDSAVerifier(ec.toECPublicKey());
      default -> throw new JOSEException("no key for signatures");
    };
  }

  private static Instant requireTime(JWTClaimsSet claims, Instant now) throws TokenRefused {
    Date exp = claims.getExpirationTime();
    if (exp == null) {
      throw new TokenRefused("claim exp is missing");
    }
    if (!now.isBefore(exp.toInstant().plus(LEEWAY))) {
      throw new TokenRefused("claim exp: the token ended at " + exp.toInstant());
    }
    Date nbf = claims.getNotBeforeTime();
    if (nbf != null && now.isBefore(nbf.toInstant().minus(LEEWAY))) {
      throw new TokenRefused("claim nbf: the token begins at " + nbf.toInstant());
    }
    return exp.toInstant();
  }

  private void requireAudience(List<String> audience) throws TokenRefused {
    for (String each : audience) {
      if (audiences.contains(each) || ANY.contains(each)) {
        return;
      }
    }
    throw new TokenRefused(
        audience.isEmpty()
            ? "claim aud is missing"
            : "claim aud: the token is for "
                + shown(String.join(", ", audience))
                + ", not for this service");
  }

  private static String subject(JWTClaimsSet claims) throws TokenRefused {
    String subject = claims.getSubject();
    if (subject == null || subject.isBlank() || subject.length() > LONGEST_SUBJECT) {
      throw new TokenRefused(
          "claim sub is missing, or longer than " + LONGEST_SUBJECT + " characters");
    }
    return subject;
  }

  /** What a stranger wrote, short and in one line. */
  private static String shown(String text) {
    return LogText.of(text.length() > 200 ? text.substring(0, 200) + "..." : text);
  }
}
