package org.bora.frontend.gsi.door;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bora.api.word.Caller;

/**
 * Where credentials go that clients delegate with the byte {@code D}. Called once per delegation,
 * before the first request of its connection, on a thread that may block for a moment; must be safe
 * for use by many threads.
 */
@FunctionalInterface
public interface DelegatedCredentials {

  /**
   * Takes a credential that acts for the caller.
   *
   * @param caller whom it acts for
   * @param key the private key, made here; never leaves this machine
   * @param chain the verified chain, the delegated proxy first
   */
  void received(Caller caller, PrivateKey key, List<X509Certificate> chain);

  /** Forgets them: the exchange is done because clients insist, nothing here needs a credential. */
  static DelegatedCredentials forgotten() {
    return (caller, key, chain) -> {};
  }
}
