package org.bora.api.accesskey;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What may be told of an access key; the secret is no part of it.
 *
 * @param id what S3 clients call the access key identifier
 * @param owner the identity that the key stands for
 * @param label what the owner calls it; may be empty
 * @param madeBy subject of the owner, or the administrator who made it
 * @param enabled false while it is disabled by order
 * @param ends when it ends, unless it is renewed
 * @param used when it was last used, to about an hour; empty for never
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
