package org.bora.frontend.gsi.tls;

import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;

/**
 * The host's key and certificate.
 *
 * @param chain the host certificate first, then the authorities that came in its file
 */
public record HostCredential(PrivateKey key, List<X509Certificate> chain) {

  public HostCredential {
    chain = List.copyOf(chain);
    if (chain.isEmpty()) {
      throw new IllegalArgumentException("a host credential has a certificate");
    }
  }

  /**
   * Reads the PEM files.
   *
   * @throws IOException when a file cannot be read, is not PEM, or the key is not the
   *     certificate's; the message names the files
   */
  public static HostCredential read(Path certificate, Path key) throws IOException {
    try {
      var credential = new PEMCredential(key.toString(), certificate.toString(), (char[]) null);
      return new HostCredential(
          inTheJdk(credential.getKey()), List.of(credential.getCertificateChain()));
    } catch (GeneralSecurityException | IOException | RuntimeException e) {
      throw new IOException(
          "host certificate " + certificate + " with key " + key + ": " + e.getMessage(), e);
    }
  }

  /** A key object of Bouncy Castle would be signed with by Bouncy Castle, ten times slower. */
  private static PrivateKey inTheJdk(PrivateKey key) throws GeneralSecurityException {
    String algorithm = key.getAlgorithm().equals("ECDSA") ? "EC" : key.getAlgorithm();
    return KeyFactory.getInstance(algorithm)
        .generatePrivate(new PKCS8EncodedKeySpec(key.getEncoded()));
  }

  X509Certificate[] chainArray() {
    return chain.toArray(X509Certificate[]::new);
  }
}
