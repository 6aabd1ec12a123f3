package org.bora.backend.space;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.RetentionPolicyInfo;

/**
 * A space as stored in the database.
 *
 * @param token its space token
 * @param owner subject or role that reserved it; absent for an area's own space
 * @param description userSpaceTokenDescription, compared exactly
 * @param bounded whether its size is a limit
 * @param total bytes; 0 while not bounded
 * @param guaranteed bytes; 0 while not bounded
 * @param ends absent for ever
 * @param released when it was released; absent if it was not
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

  /** The same of another size, in bytes. */
  public Space sized(long newTotal, long newGuaranteed) {
    return new Space(
        id,
        token,
        area,
        owner,
        description,
        retention,
        true,
        newTotal,
        newGuaranteed,
        created,
        ends,
        released);
  }

  /** The same with another end. */
  public Space ending(Optional<Instant> newEnd) {
    return new Space(
        id,
        token,
        area,
        owner,
        description,
        retention,
        bounded,
        total,
        guaranteed,
        created,
        newEnd,
        released);
  }

  /** The same, released. */
  public Space released(Instant now) {
    return new Space(
        id,
        token,
        area,
        owner,
        description,
        retention,
        bounded,
        total,
        guaranteed,
        created,
        ends,
        Optional.of(now));
  }

  /** Seconds it was made for; -1 for ever. */
  public int lifetimeSeconds() {
    return seconds(created);
  }

  /** Seconds left, never negative; -1 for ever. */
  public int secondsLeft(Instant now) {
    return seconds(now);
  }

  private int seconds(Instant from) {
    return ends.map(
            end -> Math.clamp(Duration.between(from, end).toSeconds(), 0, Integer.MAX_VALUE))
        .orElse(-1);
  }

  /** Whether its lifetime is over. */
  public boolean isExpired(Instant now) {
    return ends.isPresent() && !now.isBefore(ends.get());
  }
}
