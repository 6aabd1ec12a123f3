package org.bora.admin;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.peer.SubjectName;

/**
 * Who may ask. That an authority signed a certificate is not enough: everybody at a site may have
 * one.
 */
final class KnownAdministrators {
  private volatile Map<SubjectName, AdminRole> roles = Map.of();

  /** The latest expiry of the certificates of each administrator since the start. */
  private final Map<SubjectName, Instant> ends = new ConcurrentHashMap<>();

  /** As {@link #become}. */
  KnownAdministrators(List<String> readers, List<String> admins) {
    become(readers, admins);
  }

  /** From now on these, and no others. A subject in both lists is an admin. */
  void become(List<String> readers, List<String> admins) {
    Map<SubjectName, AdminRole> next = new HashMap<>();
    readers.forEach(subject -> next.put(SubjectName.parse(subject), AdminRole.READER));
    admins.forEach(subject -> next.put(SubjectName.parse(subject), AdminRole.ADMIN));
    roles = Map.copyOf(next);
  }

  /** The holder of a certificate; empty where the subject is not named. */
  Optional<Administrator> of(X509Certificate shown) {
    X500Principal subject = shown.getSubjectX500Principal();
    return Optional.ofNullable(roles.get(SubjectName.of(subject)))
        .map(role -> new Administrator(subject.getName(), role));
  }

  /** One of them is answered with this certificate. */
  void answered(X509Certificate shown) {
    ends.merge(
        SubjectName.of(shown.getSubjectX500Principal()),
        shown.getNotAfter().toInstant(),
        (one, other) -> one.isAfter(other) ? one : other);
  }

  /**
   * The first expiry of the administrators' certificates. Expired ones are left out: their holders
   * may not need new ones.
   */
  Optional<CertificateEnd> firstEnd(Instant now) {
    Map<SubjectName, AdminRole> named = roles;
    Stream<Instant> current =
        ends.entrySet().stream()
            .filter(each -> named.containsKey(each.getKey()))
            .map(Map.Entry::getValue)
            .filter(now::isBefore);
    return CertificateEnd.first("admin_client_certificate", current);
  }
}
