package org.bora.door.token;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A trusted token issuer.
 *
 * @param issuer its URL, exactly as tokens name it in {@code iss}
 * @param vo the organisation of its users
 * @param bases directories, in the namespace of SURLs, to which the paths of its scopes are
 *     relative: with the base {@code /atlas}, {@code storage.read:/raw} means {@code /atlas/raw}
 * @param keys file with its keys (JWK set, RFC 7517); empty: they are found by its discovery
 *     document
 */
public record TokenIssuer(String issuer, String vo, List<String> bases, Optional<Path> keys) {

  /**
   * @throws IllegalArgumentException with the allowed values
   */
  public TokenIssuer {
    requireIssuer(issuer);
    if (vo.isEmpty() || vo.indexOf('/') >= 0) {
      throw new IllegalArgumentException("'" + vo + "' is not the name of an organisation");
    }
    bases = bases.stream().map(TokenIssuer::directory).toList();
    if (bases.isEmpty()) {
      throw new IllegalArgumentException("an issuer needs a base path");
    }
    Objects.requireNonNull(keys, "keys");
  }

  private static void requireIssuer(String issuer) {
    URI uri = URI.create(issuer);
    if (!"https".equals(uri.getScheme()) || uri.getHost() == null || uri.getRawQuery() != null) {
      throw new IllegalArgumentException(
          "'" + issuer + "' is no issuer: a URL that begins with https://");
    }
  }

  private static String directory(String base) {
    if (!base.startsWith("/") || !base.equals(ScopeReader.plain(base).orElse(""))) {
      throw new IllegalArgumentException(
          "'"
              + base
              + "' is no base path: absolute, without . and .. and without a slash at its end");
    }
    return base;
  }

  /** Where a path of a scope lies, for each base. */
  List<String> places(String path) {
    return bases.stream()
        .map(base -> base.equals("/") ? path : path.equals("/") ? base : base + path)
        .toList();
  }
}
