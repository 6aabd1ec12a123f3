package org.bora.gridftp.gss;

import eu.emi.security.authn.x509.X509Credential;
import eu.emi.security.authn.x509.impl.CertificateUtils;
import eu.emi.security.authn.x509.impl.CertificateUtils.Encoding;
import eu.emi.security.authn.x509.impl.KeyAndCertCredential;
import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Objects;

/**
 * The files of a credential. They are read for each use, so a renewed credential is used at once.
 */
public sealed interface CredentialFiles {

  /** A certificate (with its chain, if it has one) and its unencrypted key, both PEM. */
  record Host(Path certificate, Path key) implements CredentialFiles {
    public Host {
      Objects.requireNonNull(certificate, "certificate");
      Objects.requireNonNull(key, "key");
    }

    @Override
    public X509Credential read() throws IOException {
      try {
        return new KeyAndCertCredential(privateKey(key), chain(certificate));
      } catch (GeneralSecurityException | IOException | RuntimeException e) {
        throw unusable(this, e);
      }
    }

    @Override
    public String toString() {
      return "certificate " + certificate + " with key " + key;
    }
  }

  /** A proxy file: proxy certificate, its key, the chain up to the user's certificate, all PEM. */
  record Proxy(Path file) implements CredentialFiles {
    public Proxy {
      Objects.requireNonNull(file, "file");
    }

    @Override
    public X509Credential read() throws IOException {
      try {
        return new PEMCredential(file.toString(), (char[]) null);
      } catch (GeneralSecurityException | IOException | RuntimeException e) {
        throw unusable(this, e);
      }
    }

    @Override
    public String toString() {
      return "proxy " + file;
    }
  }

  /**
   * Reads the credential; its user must check whether it has expired.
   *
   * @throws IOException if a file cannot be read or has wrong content; the message names it
   */
  X509Credential read() throws IOException;

  private static X509Certificate[] chain(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateUtils.loadCertificateChain(in, Encoding.PEM);
    }
  }

  /**
   * The key as a class of the JDK. canl names an EC key's algorithm ECDSA and a certificate's EC,
   * and treats them as different.
   */
  private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
    PrivateKey key;
    try (InputStream in = Files.newInputStream(file)) {
      key = CertificateUtils.loadPrivateKey(in, Encoding.PEM, null);
    }
    return key instanceof ECPrivateKey
        ? KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key.getEncoded()))
        : key;
  }

  private static IOException unusable(CredentialFiles what, Exception cause) {
    return new IOException(what + ": " + cause.getMessage(), cause);
  }
}
