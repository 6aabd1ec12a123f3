package org.bora.api.figures;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The gate before identity: connections and their handshakes.
 *
 * @param open connections
 * @param beforeHttp of them, those without a request yet
 * @param inLine of those, the ones that wait for their handshake to begin
 * @param dropped since the start, from the line: they would have waited in vain
 * @param turnedAway since the start: no certificate, one that does not hold, or no TLS at all
 * @param certificateEnd when the host certificate expires; empty of an earlier release
 * @param revocationListEnd when the first revocation list expires; empty where there are none
 */
public record DoorFigures(
    int open,
    int beforeHttp,
    int inLine,
    long dropped,
    long turnedAway,
    Optional<Instant> certificateEnd,
    Optional<Instant> revocationListEnd) {

  public DoorFigures {
    Objects.requireNonNull(certificateEnd, "certificateEnd");
    Objects.requireNonNull(revocationListEnd, "revocationListEnd");
  }
}
