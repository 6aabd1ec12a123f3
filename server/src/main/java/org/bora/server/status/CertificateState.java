package org.bora.server.status;

import static org.bora.server.text.Amounts.duration;
import static org.bora.server.text.Amounts.time;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.bora.api.figures.CertificateEnd;

/**
 * A certificate or revocation list of a process.
 *
 * @param what its kind, as the metric names it
 * @param end when it expires; of several of the same kind, the first one
 * @param secondsLeft until then; negative if it has expired
 */
public record CertificateState(String what, Instant end, long secondsLeft) {
  private static final Duration CERTIFICATE_NOTICE = Duration.ofDays(14);

  /** Their issuers renew lists every few days. */
  private static final Duration LIST_NOTICE = Duration.ofDays(1);

  public CertificateState {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(end, "end");
  }

  static CertificateState of(CertificateEnd certificate, Instant now) {
    return new CertificateState(
        certificate.what(),
        certificate.end(),
        Duration.between(now, certificate.end()).toSeconds());
  }

  /** Whether it is time to renew it: the alerts have the same limits. */
  boolean isDue() {
    Duration notice = what.endsWith("revocation_list") ? LIST_NOTICE : CERTIFICATE_NOTICE;
    return secondsLeft < notice.toSeconds();
  }

  /** For people. */
  String line() {
    String name = "the " + what.replace('_', ' ');
    return secondsLeft < 0
        ? name + " expired on " + time(end) + "; renew it as docs/operate/alerts.md says"
        : "%s expires in %s, on %s; renew it as docs/operate/alerts.md says"
            .formatted(name, duration(secondsLeft), time(end));
  }
}
