package org.bora.api.accesskey;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The public facts about an access key, without its secret.
 *
 * @param id the access key identifier of S3 clients
 * @param owner the identity that the key stands for
 * @param label name that the owner gave it; may be empty
 * @param madeBy subject of the owner, or the administrator who made it
 * @param enabled false while an administrator or the owner has disabled it
 * @param ends when it ends, unless it is renewed
 * @param used when it was last used, accurate to about an hour; empty if never
 */
public record AccessKey(
    String id,
    KeyOwner owner,
    String label,
    String madeBy,
    boolean enabled,
    Instant created,
    Instant ends,
    Optional<Instant> used) {

  public AccessKey {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(madeBy, "madeBy");
    Objects.requireNonNull(created, "created");
    Objects.requireNonNull(ends, "ends");
    Objects.requireNonNull(used, "used");
  }
}
