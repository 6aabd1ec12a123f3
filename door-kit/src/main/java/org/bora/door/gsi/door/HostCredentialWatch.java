package org.bora.door.gsi.door;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Objects;
import org.bora.door.gsi.tls.HostCredential;
import org.bora.door.gsi.tls.TlsEngines;
import org.bora.door.gsi.tls.TlsSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the host certificate in use up to date with the one on disk. Call {@link #refresh} from one
 * background thread at a time.
 */
final class HostCredentialWatch {

  private static final Logger LOG = LoggerFactory.getLogger(HostCredentialWatch.class);

  private record State(String certificate, String key) {}

  private final TlsSettings settings;
  private final TlsEngines engines;
  private State seen;
  private volatile Instant end = Instant.MAX;

  HostCredentialWatch(TlsSettings settings, TlsEngines engines) {
    this.settings = settings;
    this.engines = engines;
  }

  /** Reads the files for the first time; a door without a credential does not open. */
  void load() throws IOException {
    State now = state();
    show(HostCredential.read(settings.hostCertificate(), settings.hostKey()));
    seen = now;
  }

  /**
   * Reads the files again when they changed. A pair that does not fit, as between the renewal of
   * the one and of the other, leaves the old credential in force and is tried again.
   */
  void refresh() {
    try {
      State now = state();
      if (now.equals(seen)) {
        return;
      }
      show(HostCredential.read(settings.hostCertificate(), settings.hostKey()));
      seen = now;
    } catch (IOException | RuntimeException e) {
      LOG.error("host credential not reloaded, the old one stays: {}", e.getMessage());
    }
  }

  private void show(HostCredential credential) {
    engines.use(credential);
    X509Certificate host = credential.chain().getFirst();
    end = host.getNotAfter().toInstant();
    LOG.info(
        "host certificate {}, {} key, until {}",
        host.getSubjectX500Principal(),
        credential.key().getAlgorithm(),
        end);
  }

  /** When the certificate that is shown expires. */
  Instant end() {
    return end;
  }

  private State state() throws IOException {
    return new State(state(settings.hostCertificate()), state(settings.hostKey()));
  }

  private static String state(Path file) throws IOException {
    var attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return attributes.lastModifiedTime()
        + " "
        + attributes.size()
        + " "
        + Objects.toString(attributes.fileKey());
  }
}
