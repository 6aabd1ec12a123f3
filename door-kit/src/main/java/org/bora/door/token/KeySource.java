package org.bora.door.token;

import java.io.IOException;

/** Reads the keys of an issuer. May block. */
@FunctionalInterface
public interface KeySource {

  /**
   * The keys as they are now.
   *
   * @return a JWK set (RFC 7517), as text
   * @throws IOException saying what could not be read
   */
  String read(TokenIssuer issuer) throws IOException;
}
