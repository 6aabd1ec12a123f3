package org.bora.admin;

import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.bora.api.peer.SubjectName;

/**
 * Who may ask. That an authority signed a certificate is not enough: everybody at a site may have
 * one.
 */
final class KnownAdministrators {
  private volatile Map<SubjectName, AdminRole> roles = Map.of();

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
}
