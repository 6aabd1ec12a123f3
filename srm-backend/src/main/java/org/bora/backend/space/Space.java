package org.bora.backend.space;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.RetentionPolicyInfo;

/**
 * A space as it is stored.
 *
 * @param token what clients name it by
 * @param owner who reserved it, a subject or a role; absent for the area's own
 * @param description userSpaceTokenDescription, compared exactly
 * @param bounded whether its free bytes are a limit
 * @param total bytes; 0 while not bounded
 * @param guaranteed bytes; 0 while not bounded
 * @param ends absent for ever
 * @param released absent where it was not
 */
public record Space(
    UUID id,
    String token,
    String area,
    Optional<String> owner,
    String description,
    RetentionPolicyInfo retention,
    boolean bounded,
    long total,
    long guaranteed,
    Instant created,
    Optional<Instant> ends,
    Optional<Instant> released) {

  public Space {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(retention, "retention");
    Objects.requireNonNull(created, "created");
    Objects.requireNonNull(ends, "ends");
    Objects.requireNonNull(released, "released");
    if (guaranteed < 0 || total < guaranteed || (!bounded && total != 0)) {
      throw new IllegalArgumentException(
          "space " + token + " of " + total + " bytes, " + guaranteed + " guaranteed");
    }
  }

  /** Whether it is an area's own, made by the configuration. */
  public boolean isStatic() {
    return owner.isEmpty();
  }

  /** Whether its lifetime is over. */
  public boolean isExpired(Instant now) {
    return ends.isPresent() && !now.isBefore(ends.get());
  }
}
