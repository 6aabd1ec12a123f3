package org.bora.it.conformance;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The two issuers that the site of the rows trusts, with all their keys. Their elliptic keys have
 * the same name, as those of a stranger and of strangers' tokens may have.
 *
 * @param first key of {@link #FIRST}
 * @param rsa the other key of {@link #FIRST}
 * @param second key of {@link #SECOND}
 * @param stranger key of an issuer that the site does not know
 */
record Issuers(ECKey first, RSAKey rsa, ECKey second, ECKey stranger) {
  static final String FIRST = "https://localhost/first-issuer";
  static final String SECOND = "https://localhost/second-issuer";

  /** Directories that are the base paths of {@link #SECOND}: those of its rows. */
  private static final List<String> BASES =
      List.of("/testvo/base-read", "/testvo/base-create", "/testvo/base-create-beside");

  static Issuers make() {
    try {
      return new Issuers(
          elliptic(), new RSAKeyGenerator(2048).keyID("r1").generate(), elliptic(), elliptic());
    } catch (JOSEException e) {
      throw new IllegalStateException("no keys for tokens", e);
    }
  }

  private static ECKey elliptic() throws JOSEException {
    return new ECKeyGenerator(Curve.P_256).keyID("e1").generate();
  }

  /**
   * Writes the public halves.
   *
   * @return the section {@code tokens} of a configuration that trusts them
   */
  String publish(Path directory) throws IOException {
    return """
        tokens:
          issuers:
            - {issuer: "%s", vo: testvo, base: [/], keys: %s}
            - {issuer: "%s", vo: secondvo, base: [%s], keys: %s}
        """
        .formatted(
            FIRST,
            write(directory.resolve("first.json"), List.of(first, rsa)),
            SECOND,
            String.join(", ", BASES),
            write(directory.resolve("second.json"), List.of(second)));
  }

  private static Path write(Path file, List<JWK> keys) throws IOException {
    return Files.writeString(file, new JWKSet(keys).toPublicJWKSet().toString());
  }
}
