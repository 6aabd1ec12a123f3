package org.bora.it.conformance;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;

/**
 * Signs the claims of a token, as an issuer does or as those do who have none of its keys.
 *
 * @param claims of the token
 */
record TokenSignature(Issuers issuers, JWTClaimsSet claims) {

  /** How a token is signed; claims.md explains those that rows name. */
  enum Trick {
    /** As the issuer of the claims does. */
    NONE,
    SCOPES_IN_A_LIST,
    RSA,
    ALG_NONE,
    UNSIGNED,
    ZEROS,
    HMAC,
    HMAC_PEM,
    STRANGER,
    BROUGHT,
    LINKED,
    OTHER_ISSUER,
    ALTERED,
    CRITICAL,
    NO_KID,
    NEW_KID,
    KID_OF_RSA,
    TAIL
  }

  String by(Trick trick) {
    try {
      return made(trick);
    } catch (JOSEException e) {
      throw new IllegalStateException("cannot sign a token", e);
    }
  }

  private String made(Trick trick) throws JOSEException {
    return switch (trick) {
      case NONE, SCOPES_IN_A_LIST -> elliptic(named().build());
      case RSA ->
          signed(
              new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("r1").build(),
              new RSASSASigner(issuers.rsa()));
      case ALG_NONE -> new PlainJWT(claims).serialize();
      case UNSIGNED -> cut() + ".";
      case ZEROS -> cut() + "." + Base64URL.encode(new byte[64]);
      case HMAC -> byMac(issuers.rsa().toRSAPublicKey().getEncoded());
      case HMAC_PEM -> byMac(pem(issuers.rsa().toRSAPublicKey().getEncoded()));
      case STRANGER -> byStranger(named().build());
      case BROUGHT -> byStranger(named().jwk(issuers.stranger().toPublicJWK()).build());
      case LINKED ->
          byStranger(named().jwkURL(URI.create("https://localhost/stranger.json")).build());
      case OTHER_ISSUER -> signed(named().build(), new ECDSASigner(issuers.second()));
      case ALTERED -> altered();
      case CRITICAL ->
          elliptic(named().criticalParams(Set.of("novel")).customParam("novel", true).build());
      case NO_KID -> elliptic(new JWSHeader(JWSAlgorithm.ES256));
      case NEW_KID -> byStranger(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("e2").build());
      case KID_OF_RSA -> elliptic(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("r1").build());
      case TAIL -> elliptic(named().build()) + ".e30";
    };
  }

  private static JWSHeader.Builder named() {
    return new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("e1");
  }

  private String elliptic(JWSHeader header) throws JOSEException {
    boolean second = Issuers.SECOND.equals(claims.getIssuer());
    return signed(header, new ECDSASigner(second ? issuers.second() : issuers.first()));
  }

  private String byStranger(JWSHeader header) throws JOSEException {
    return signed(header, new ECDSASigner(issuers.stranger()));
  }

  /** The public key is known to all: a verifier must not take it for a secret. */
  private String byMac(byte[] secret) throws JOSEException {
    return signed(
        new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("r1").build(), new MACSigner(secret));
  }

  private static byte[] pem(byte[] key) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
    return ("-----BEGIN PUBLIC KEY-----\n" + text + "\n-----END PUBLIC KEY-----\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Without its signature, and the dot before it. */
  private String cut() throws JOSEException {
    String whole = elliptic(named().build());
    return whole.substring(0, whole.lastIndexOf('.'));
  }

  /** Other claims under the signature of these. */
  private String altered() throws JOSEException {
    String[] parts = elliptic(named().build()).split("\\.", -1);
    JWTClaimsSet more =
        new JWTClaimsSet.Builder(claims).claim("scope", "storage.read:/ storage.modify:/").build();
    return parts[0] + "." + more.toPayload().toBase64URL() + "." + parts[2];
  }

  private String signed(JWSHeader header, JWSSigner signer) throws JOSEException {
    SignedJWT token = new SignedJWT(header, claims);
    token.sign(signer);
    return token.serialize();
  }
}
