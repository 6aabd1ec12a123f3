package org.bora.storm.rules;

/**
 * The VOMS attributes to which one rule applies, without those to which an earlier rule applies.
 *
 * @param group its name, without stars
 * @param below true for the groups below that group, false for the group itself
 * @param role {@link #NO_ROLE}, {@link #OTHER_ROLES} or the name of a role
 */
record AttributeSet(String group, boolean below, String role) {
  static final String NO_ROLE = "NULL";

  /** Held with any role, or none, that no other set of the group names. */
  static final String OTHER_ROLES = "*";

  private static final String ROLE = "/Role=";

  String vo() {
    return group.split("/", -1)[1];
  }

  /** As a rule writes them. */
  String who() {
    return "fqan " + group + (below ? "/*" : "") + (role.equals(OTHER_ROLES) ? "" : ROLE + role);
  }

  /** Whether there is but one such attribute. */
  boolean isOne() {
    return !below && !role.equals(OTHER_ROLES);
  }

  /** How all texts of such attributes begin. */
  String beginning() {
    if (below) {
      return group + "/";
    }
    return switch (role) {
      case NO_ROLE -> group;
      case OTHER_ROLES -> group + ROLE;
      default -> group + ROLE + role;
    };
  }

  /**
   * Whether a rule for this set would let in all of the other: of Bora's groups all below count.
   */
  boolean ruleCovers(AttributeSet other) {
    boolean deeper = other.group.startsWith(group + "/");
    boolean same = other.group.equals(group) && (other.below || !below);
    return (deeper || same) && (role.equals(OTHER_ROLES) || role.equals(other.role));
  }
}
