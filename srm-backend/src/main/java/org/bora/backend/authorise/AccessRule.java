package org.bora.backend.authorise;

import java.util.Objects;

/**
 * One line of an access list.
 *
 * @param allow whether whom it matches gets in, or is kept out
 */
public record AccessRule(boolean allow, Who who) {

  private static final String DENY = "deny ";

  public AccessRule {
    Objects.requireNonNull(who, "who");
  }

  /**
   * Reads a pattern of {@link Who#parse}, with {@code deny} before it to keep callers out.
   *
   * @throws IllegalArgumentException saying what is allowed
   */
  public static AccessRule parse(String text) {
    String trimmed = text.strip();
    return trimmed.startsWith(DENY)
        ? new AccessRule(false, Who.parse(trimmed.substring(DENY.length())))
        : new AccessRule(true, Who.parse(trimmed));
  }

  @Override
  public String toString() {
    return allow ? who.toString() : DENY + who;
  }
}
