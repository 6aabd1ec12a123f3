package org.bora.api.figures;

import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * When a certificate or revocation list of a process expires.
 *
 * @param what kind of certificate, such as {@code link_certificate}; a label of a metric, so there
 *     are few kinds
 * @param end when it expires; of several of the same kind, the first one
 */
public record CertificateEnd(String what, Instant end) {
  public CertificateEnd {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(end, "end");
  }

  /** The first of several ends; empty without any. */
  public static Optional<CertificateEnd> first(String what, Stream<Instant> ends) {
    return ends.min(Comparator.naturalOrder()).map(end -> new CertificateEnd(what, end));
  }
}
