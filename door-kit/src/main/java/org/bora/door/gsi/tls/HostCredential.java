package org.bora.door.gsi.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;

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
   * Reads the PEM files; the key may be PKCS#1, SEC 1 or PKCS#8, without a pass phrase.
   *
   * @throws IOException when a file cannot be read, is not PEM, or the key is not the
   *     certificate's; the message names the files
   */
  public static HostCredential read(Path certificate, Path key) throws IOException {
    try {
      List<X509Certificate> chain = readChain(certificate);
      PrivateKey privateKey = readKey(key);
      checkPair(chain.getFirst(), privateKey);
      return new HostCredential(privateKey, chain);
    } catch (GeneralSecurityException | IOException | RuntimeException e) {
      throw new IOException(
          "host certificate " + certificate + " with key " + key + ": " + e.getMessage(), e);
    }
  }

  private static List<X509Certificate> readChain(Path file)
      throws IOException, GeneralSecurityException {
    var factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> chain = new ArrayList<>();
    try (var pem = new PEMParser(Files.newBufferedReader(file))) {
      for (Object object = pem.readObject(); object != null; object = pem.readObject()) {
        if (object instanceof X509CertificateHolder holder) {
          var der = new ByteArrayInputStream(holder.getEncoded());
          chain.add((X509Certificate) factory.generateCertificate(der));
        }
      }
    }
    if (chain.isEmpty()) {
      throw new IOException("no certificate in " + file);
    }
    return chain;
  }

  /** EC files may have their parameters first; the key is what counts. */
  private static PrivateKey readKey(Path file) throws IOException, GeneralSecurityException {
    try (var pem = new PEMParser(Files.newBufferedReader(file))) {
      for (Object object = pem.readObject(); object != null; object = pem.readObject()) {
        if (object instanceof PEMKeyPair pair) {
          return inTheJdk(pair.getPrivateKeyInfo());
        }
        if (object instanceof PrivateKeyInfo info) {
          return inTheJdk(info);
        }
      }
    }
    throw new IOException("no private key without a pass phrase in " + file);
  }

  /** A key object of Bouncy Castle would be signed with by Bouncy Castle, ten times slower. */
  private static PrivateKey inTheJdk(PrivateKeyInfo info)
      throws IOException, GeneralSecurityException {
    boolean ec =
        info.getPrivateKeyAlgorithm().getAlgorithm().equals(X9ObjectIdentifiers.id_ecPublicKey);
    return KeyFactory.getInstance(ec ? "EC" : "RSA")
        .generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
  }

  private static void checkPair(X509Certificate certificate, PrivateKey key)
      throws GeneralSecurityException {
    byte[] something = {1, 2, 3};
    String algorithm = key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
    var signer = Signature.getInstance(algorithm);
    signer.initSign(key);
    signer.update(something);
    var verifier = Signature.getInstance(algorithm);
    verifier.initVerify(certificate.getPublicKey());
    verifier.update(something);
    if (!verifier.verify(signer.sign())) {
      throw new InvalidKeyException("the key is not the certificate's");
    }
  }

  X509Certificate[] chainArray() {
    return chain.toArray(X509Certificate[]::new);
  }
}
