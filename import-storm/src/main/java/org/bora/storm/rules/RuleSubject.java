package org.bora.storm.rules;

import java.util.Objects;
import java.util.Optional;

/**
 * Whom an approachable rule lets in.
 *
 * @param who as a rule writes it
 * @param vo the one VO it is about, or its beginning and a star; absent where any will do
 * @param byName whether it is about certificate subjects
 */
public record RuleSubject(String who, Optional<String> vo, boolean byName) {

  public RuleSubject {
    Objects.requireNonNull(who, "who");
    Objects.requireNonNull(vo, "vo");
  }

  /** Whether it lets in who shows an attribute of this VO, whatever their name is. */
  boolean admits(String other) {
    return !byName && (vo.isEmpty() || isAbout(vo.get(), other));
  }

  private static boolean isAbout(String wanted, String other) {
    return wanted.endsWith("*")
        ? other.startsWith(wanted.substring(0, wanted.length() - 1))
        : wanted.equals(other);
  }
}
