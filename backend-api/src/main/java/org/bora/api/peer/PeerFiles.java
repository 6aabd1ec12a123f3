package org.bora.api.peer;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The files of a process for mutual TLS between frontend and backend. All are PEM, and are read
 * again when they change, so a renewed certificate needs no restart.
 *
 * @param authorities certificates of the authorities whose certificates are accepted from the peer,
 *     and revocation lists of theirs where there are any
 * @param certificate own certificate, followed by intermediate ones if there are any
 * @param key its private key without a pass phrase, PKCS#8 or PKCS#1
 */
public record PeerFiles(Path authorities, Path certificate, Path key) {

  public PeerFiles {
    Objects.requireNonNull(authorities, "authorities");
    Objects.requireNonNull(certificate, "certificate");
    Objects.requireNonNull(key, "key");
  }
}
