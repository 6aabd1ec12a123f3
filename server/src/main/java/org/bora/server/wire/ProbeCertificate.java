package org.bora.server.wire;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.bora.api.figures.CertificateEnd;

/**
 * When the host certificate expires that a backend shows to GridFTP servers. Each check of a server
 * reads the file anew, so this does, too. Thread safe.
 */
final class ProbeCertificate {
  private static final Duration LOOK = Duration.ofMinutes(1);

  private final Path file;
  private volatile List<CertificateEnd> ends = List.of();

  ProbeCertificate(Path file) {
    this.file = file;
  }

  /** Looks at the file again and again. */
  ProbeCertificate watched(Threads threads, Running running) {
    String name = "host certificate";
    Repeated looks = Repeated.every(LOOK, name, this::look, threads).atOnce(threads);
    // as what only closes, and is no duty
    AutoCloseable apart = () -> looks.close();
    running.add(name, apart);
    return this;
  }

  /** The check of the servers reports an unreadable file. */
  void look() {
    try (InputStream in = Files.newInputStream(file)) {
      var found = CertificateFactory.getInstance("X.509").generateCertificate(in);
      ends =
          List.of(
              new CertificateEnd(
                  "host_certificate", ((X509Certificate) found).getNotAfter().toInstant()));
    } catch (IOException | CertificateException unusable) {
      ends = List.of();
    }
  }

  /** None while the file cannot be read. */
  List<CertificateEnd> ends() {
    return ends;
  }
}
