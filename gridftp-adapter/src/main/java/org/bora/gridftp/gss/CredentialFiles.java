package org.bora.gridftp.gss;

import eu.emi.security.authn.x509.X509Credential;
import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Objects;

/** Where a credential lies on disk. Read anew each time, so a renewed one is taken up by itself. */
public sealed interface CredentialFiles {

  /** A certificate (with its chain, where it has one) and its unencrypted key, both PEM. */
  record Host(Path certificate, Path key) implements CredentialFiles {
    public Host {
      Objects.requireNonNull(certificate, "certificate");
      Objects.requireNonNull(key, "key");
    }

    @Override
    public X509Credential read() throws IOException {
      try {
        return new PEMCredential(key.toString(), certificate.toString(), (char[]) null);
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
   * Reads it; whether it has expired is for its user to check.
   *
   * @throws IOException if a file cannot be read or does not hold what it should; the message names
   *     the file
   */
  X509Credential read() throws IOException;

  private static IOException unusable(CredentialFiles what, Exception cause) {
    return new IOException(what + ": " + cause.getMessage(), cause);
  }
}
