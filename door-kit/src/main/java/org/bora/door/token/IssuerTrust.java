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
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.bora.api.word.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Trust in the HTTPS servers of issuers. */
final class IssuerTrust {
  private static final Logger LOG = LoggerFactory.getLogger(IssuerTrust.class);

  private IssuerTrust() {}

  /**
   * Java's authorities, and those now in a directory ({@code *.pem}, {@code *.0}). An issuer may
   * have a certificate of either.
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

  /**
   * A file that holds something else, or cannot be read, is passed over: the directory is not ours,
   * and one dangling link in it must not stop the reading of all keys.
   */
  private static Iterable<? extends Certificate> certificates(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in);
    } catch (CertificateException e) {
      return List.of();
    } catch (IOException e) {
      LOG.warn(
          "cannot read {}; token issuers are not trusted by it: {}",
          file,
          LogText.of(String.valueOf(e)));
      return List.of();
    }
  }
}
