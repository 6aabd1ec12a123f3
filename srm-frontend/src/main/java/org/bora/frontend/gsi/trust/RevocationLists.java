package org.bora.frontend.gsi.trust;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.cert.X509CRLHolder;
import org.bouncycastle.openssl.PEMParser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Until when the revocation lists of a directory count, by their authority. The library refuses
 * everybody of an authority whose list has run out, and says that a signature were invalid.
 *
 * @param ends of several lists of an authority, the last end
 */
record RevocationLists(Map<X500Principal, Instant> ends) {

  private static final Logger LOG = LoggerFactory.getLogger(RevocationLists.class);

  /** As OpenSSL names them: the hash of the authority's name, and a number. */
  private static final String NAMES = "????????.r[0-9]*";

  private record Head(X500Principal authority, Instant end) {}

  RevocationLists {
    ends = Map.copyOf(ends);
  }

  /**
   * Reads the heads of the lists. What is no list is passed over: the library tells of it.
   *
   * @throws IOException when the directory cannot be read
   */
  static RevocationLists read(Path directory) throws IOException {
    Map<X500Principal, Instant> ends = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, NAMES)) {
      for (Path file : files) {
        head(file)
            .ifPresent(
                head ->
                    ends.merge(
                        head.authority(),
                        head.end(),
                        (one, other) -> one.isAfter(other) ? one : other));
      }
    }
    return new RevocationLists(ends);
  }

  /** Of one that has no end there is nothing to tell. */
  private static Optional<Head> head(Path file) {
    try {
      X509CRLHolder list = list(file);
      return list == null || list.getNextUpdate() == null
          ? Optional.empty()
          : Optional.of(
              new Head(
                  new X500Principal(list.getIssuer().getEncoded()),
                  list.getNextUpdate().toInstant()));
    } catch (IOException | RuntimeException e) {
      LOG.debug("{} is no revocation list", file, e);
      return Optional.empty();
    }
  }

  /** Its entries, tens of thousands in some, are not looked at. */
  private static X509CRLHolder list(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (bytes.length > 0 && bytes[0] == '0') { // the tag of a SEQUENCE: DER
      return new X509CRLHolder(bytes);
    }
    try (var pem = new PEMParser(new StringReader(new String(bytes, ISO_8859_1)))) {
      return pem.readObject() instanceof X509CRLHolder list ? list : null;
    }
  }

  /** When the list of an authority ran out; empty where it has none, or it still counts. */
  Optional<Instant> ranOut(X500Principal authority, Instant now) {
    return Optional.ofNullable(ends.get(authority)).filter(end -> end.isBefore(now));
  }
}
