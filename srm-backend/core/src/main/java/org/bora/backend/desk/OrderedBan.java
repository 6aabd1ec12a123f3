package org.bora.backend.desk;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.ban.BannedName;

/**
 * A caller, authority or VO that an administrator has banned.
 *
 * @param pattern a name in which {@code *} stands for any text
 * @param reason for administrators; banned callers do not see it
 * @param by the administrator who ordered it
 * @param until end of the ban; absent: until it is lifted
 */
public record OrderedBan(
    UUID id,
    BannedName.Kind kind,
    String pattern,
    String reason,
    String by,
    Instant since,
    Optional<Instant> until) {

  /** Bytes of a name, the longest that a certificate can have here. */
  public static final int LONGEST_NAME = 2000;

  /** Characters of a reason. */
  public static final int LONGEST_REASON = 240;

  public OrderedBan {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(by, "by");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(until, "until");
    if (pattern.isBlank() || pattern.length() > LONGEST_NAME / 4) {
      throw new IllegalArgumentException(
          "a name has 1 to " + LONGEST_NAME / 4 + " characters; * stands for any text");
    }
    // every subject begins with a slash
    if (pattern.chars().allMatch(c -> c == '*' || c == '/')) {
      throw new IllegalArgumentException(
          "this would keep everybody out: `bora drain` takes a process out of service");
    }
    if (reason.length() > LONGEST_REASON) {
      throw new IllegalArgumentException(
          "a reason has at most " + LONGEST_REASON + " characters, this one " + reason.length());
    }
    if (until.isPresent() && !until.get().isAfter(since)) {
      throw new IllegalArgumentException("it would be over before it begins");
    }
  }

  /** The part of a ban that frontends and doors need. */
  public BannedName name() {
    return new BannedName(kind, pattern, "order " + id);
  }
}
