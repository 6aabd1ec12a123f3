package org.bora.storm.rules;

import java.util.Objects;
import java.util.Optional;

/**
 * The callers that an approachable rule admits.
 *
 * @param who as written in a rule
 * @param vo the only VO, or its beginning and a star; absent for any VO
 * @param byName whether it names certificate subjects
 */
public record RuleSubject(String who, Optional<String> vo, boolean byName) {

  public RuleSubject {
    Objects.requireNonNull(who, "who");
    Objects.requireNonNull(vo, "vo");
  }

  /** Whether it admits callers with an attribute of this VO, whatever their name is. */
  boolean admits(String other) {
    return !byName && (vo.isEmpty() || isAbout(vo.get(), other));
  }

  private static boolean isAbout(String wanted, String other) {
    return wanted.endsWith("*")
        ? other.startsWith(wanted.substring(0, wanted.length() - 1))
        : wanted.equals(other);
  }
}
