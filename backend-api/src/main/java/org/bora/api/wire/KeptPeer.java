package org.bora.api.wire;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;

/**
 * The peer of a kept connection or a resumed TLS session. Meanwhile its certificate may expire or
 * be revoked, or its authority may be removed from the file. So each call uses {@link #check}. It
 * verifies the chain at the first call, and again when a certificate or revocation list has expired
 * or the files have been read again; otherwise it compares two numbers. Thread safe.
 */
public final class KeptPeer {

  private final PeerCredentials credentials;
  private final X509Certificate[] chain;
  private volatile PeerCredentials.Holds last = PeerCredentials.Holds.NEVER;

  KeptPeer(PeerCredentials credentials, X509Certificate[] chain) {
    this.credentials = credentials;
    this.chain = chain;
  }

  /**
   * Returns if the peer's certificate is still valid.
   *
   * @throws CertificateException if it is not; the message has its subject and the reason
   */
  public void check(Instant now) throws CertificateException {
    PeerCredentials.Holds known = last;
    if (known.generation() != credentials.generation() || !now.isBefore(known.until())) {
      last = credentials.verify(chain, now);
    }
  }
}
