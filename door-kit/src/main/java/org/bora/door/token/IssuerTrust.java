package org.bora.door.token;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Whom the door believes to be an issuer's HTTPS server. */
final class IssuerTrust {
  private IssuerTrust() {}

  /**
   * The authorities that Java knows, and those of a directory ({@code *.pem}, {@code *.0}), as they
   * are now. An issuer may have a certificate of either.
   */
  static SSLContext context(Path directory) throws IOException {
    try {
      KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
      all.load(null, null);
      int number = 0;
      for (X509Certificate known : ofJava()) {
        all.setCertificateEntry("java-" + number++, known);
      }
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.{pem,0}")) {
        for (Path file : files) {
          for (Certificate each : certificates(file)) {
            all.setCertificateEntry("file-" + number++, each);
          }
        }
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(all);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot make up whom to trust: " + e.getMessage(), e);
    }
  }

  private static X509Certificate[] ofJava() throws GeneralSecurityException {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init((KeyStore) null);
    for (TrustManager each : trust.getTrustManagers()) {
      if (each instanceof X509TrustManager x509) {
        return x509.getAcceptedIssuers();
      }
    }
    return new X509Certificate[0];
  }

  /** A file that holds something else is passed over: the directory is not ours. */
  private static Iterable<? extends Certificate> certificates(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in);
    } catch (CertificateException e) {
      return java.util.List.of();
    }
  }
}
