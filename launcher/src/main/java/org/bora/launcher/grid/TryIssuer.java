package org.bora.launcher.grid;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * The token issuer of the try grid: a key in a file. {@code bora token} signs with it, and the
 * configuration of the try grid names its public half. No other site trusts it.
 *
 * @param directory of the key
 */
public record TryIssuer(Path directory) {

  /** Its name; there is no server behind it. */
  public static final String ISSUER = "https://localhost/try-issuer";

  /** Has the private half: readable for its owner alone. */
  private static final String KEY = "key.json";

  /** Has the public half. */
  private static final String KEYS = "keys.json";

  public TryIssuer {
    Objects.requireNonNull(directory, "directory");
  }

  /**
   * The content of a token.
   *
   * @param scope scopes with spaces between; may be empty
   * @param groups of the VO, for {@code wlcg.groups}; may be empty
   * @param audience for {@code aud}
   */
  public record Wish(
      String subject,
      String scope,
      List<String> groups,
      String audience,
      Instant from,
      Instant end) {
    public Wish {
      Objects.requireNonNull(subject, "subject");
      Objects.requireNonNull(scope, "scope");
      groups = List.copyOf(groups);
      Objects.requireNonNull(audience, "audience");
    }
  }

  public boolean exists() {
    return Files.exists(directory.resolve(KEY));
  }

  /** Creates what is missing. */
  public void provide() throws IOException {
    Files.createDirectories(directory);
    try {
      if (!exists()) {
        ECKey made =
            new ECKeyGenerator(Curve.P_256)
                .keyUse(KeyUse.SIGNATURE)
                .algorithm(JWSAlgorithm.ES256)
                .keyIDFromThumbprint(true)
                .generate();
        write(KEY, made.toJSONString(), "rw-------");
      }
      write(KEYS, new JWKSet(key()).toString(true), "rw-r--r--");
    } catch (JOSEException e) {
      throw new IOException("cannot make a key for tokens: " + e.getMessage(), e);
    }
  }

  private void write(String name, String text, String mode) throws IOException {
    Path next = directory.resolve(name + ".new");
    Files.deleteIfExists(next);
    Files.createFile(
        next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode)));
    Files.writeString(next, text);
    Files.move(next, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  private ECKey key() throws IOException {
    try {
      return ECKey.parse(Files.readString(directory.resolve(KEY)));
    } catch (ParseException e) {
      throw new IOException(directory.resolve(KEY) + " is not the key of a token issuer", e);
    }
  }

  /** A token of the WLCG profile. */
  public String token(Wish wish) throws IOException {
    ECKey key = key();
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(ISSUER)
            .subject(wish.subject())
            .audience(wish.audience())
            .issueTime(Date.from(wish.from()))
            .notBeforeTime(Date.from(wish.from()))
            .expirationTime(Date.from(wish.end()))
            .jwtID(UUID.randomUUID().toString())
            .claim("wlcg.ver", "1.3");
    if (!wish.scope().isEmpty()) {
      claims.claim("scope", wish.scope());
    }
    if (!wish.groups().isEmpty()) {
      claims.claim("wlcg.groups", wish.groups());
    }
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(JOSEObjectType.JWT)
                .keyID(key.getKeyID())
                .build(),
            claims.build());
    try {
      token.sign(new ECDSASigner(key));
    } catch (JOSEException e) {
      throw new IOException("cannot sign a token: " + e.getMessage(), e);
    }
    return token.serialize();
  }
}
