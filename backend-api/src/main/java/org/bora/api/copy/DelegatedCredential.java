package org.bora.api.copy;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;

/**
 * A proxy credential that a client delegated, to act for it while its request runs. It is kept in
 * memory only, is never logged, and is forgotten when the request ends.
 *
 * @param key made by the frontend that received the delegation
 * @param chain the delegated proxy, then the chain of the client
 */
public record DelegatedCredential(PrivateKey key, List<X509Certificate> chain) {

  public DelegatedCredential {
    Objects.requireNonNull(key, "key");
    chain = List.copyOf(chain);
    if (chain.isEmpty()) {
      throw new IllegalArgumentException("a credential has a certificate");
    }
  }

  /** Names the holder, never the key. */
  @Override
  public String toString() {
    return "credential of " + chain.getFirst().getSubjectX500Principal();
  }
}
