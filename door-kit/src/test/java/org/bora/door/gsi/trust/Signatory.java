package org.bora.door.gsi.trust;

import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import org.bouncycastle.asn1.x500.X500Name;

/**
 * Who can sign: a name, and a key that need not be the one of that name.
 *
 * @param name as issuer of what is signed
 * @param key to sign with
 */
public record Signatory(X500Name name, PrivateKey key) {

  /** The subject of a certificate with its key. */
  public static Signatory of(X509Certificate certificate, KeyPair keys) {
    return new Signatory(
        X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()),
        keys.getPrivate());
  }
}
