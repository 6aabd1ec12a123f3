package org.bora.api.ban;

import java.util.Objects;

/**
 * A banned name.
 *
 * @param pattern in which {@code *} stands for any text, and everything else is compared exactly;
 *     for a transfer, its identifier
 * @param origin the order behind the ban, for administrators only
 */
public record BannedName(Kind kind, String pattern, String origin) {

  /** What kind of name it is. */
  public enum Kind {
    /** Subject of an end-entity certificate. */
    DN,
    /** A virtual organisation. */
    VO,
    /** Subject of a certificate authority. */
    AUTHORITY,
    /** A transfer in progress, which is cut off; its caller is served. Earlier releases skip it. */
    TRANSFER
  }

  public BannedName {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(origin, "origin");
    if (pattern.isBlank()) {
      throw new IllegalArgumentException("a ban without a name");
    }
  }
}
