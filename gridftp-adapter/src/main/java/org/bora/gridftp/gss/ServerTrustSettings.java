package org.bora.gridftp.gss;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * The authorities that may certify servers.
 *
 * @param directory certificate authorities in OpenSSL's form: {@code HASH.0}, signing policies,
 *     CRLs {@code HASH.r0}
 * @param crlRequired whether a CA without a valid CRL is refused; if false, a CRL is used if there
 *     is one, as in the Globus tools
 * @param reload interval at which the directory is read again; 1 s to 24 h
 */
public record ServerTrustSettings(Path directory, boolean crlRequired, Duration reload) {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(24);

  public ServerTrustSettings {
    Objects.requireNonNull(directory, "directory");
    if (reload.compareTo(SHORTEST) < 0 || reload.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "reload %s is not within %s to %s".formatted(reload, SHORTEST, LONGEST));
    }
  }

  /** The place every grid machine has them, read anew every ten minutes (CRLs live for days). */
  public static ServerTrustSettings defaults() {
    return new ServerTrustSettings(
        Path.of("/etc/grid-security/certificates"), false, Duration.ofMinutes(10));
  }
}
