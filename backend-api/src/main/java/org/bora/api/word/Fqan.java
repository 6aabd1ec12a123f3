package org.bora.api.word;

import java.util.Objects;

/**
 * A fully qualified attribute name that a VOMS server vouched for, for example {@code
 * /testvo/prod/Role=production}. The capability field and {@code Role=NULL} are dropped when
 * parsed.
 *
 * @param group the group, beginning with {@code /VO}
 * @param role the role, empty for none
 */
public record Fqan(String group, String role) {

  public Fqan {
    Objects.requireNonNull(role, "role");
    if (!group.startsWith("/") || group.length() < 2) {
      throw new IllegalArgumentException("a FQAN begins with /VO: " + group);
    }
  }

  /** Reads the text form; throws IllegalArgumentException where it does not begin with /VO. */
  public static Fqan parse(String text) {
    String group = text;
    String role = "";
    int capability = group.indexOf("/Capability=");
    if (capability >= 0) {
      group = group.substring(0, capability);
    }
    int at = group.indexOf("/Role=");
    if (at >= 0) {
      role = group.substring(at + "/Role=".length());
      group = group.substring(0, at);
    }
    return new Fqan(group, role.equals("NULL") ? "" : role);
  }

  /** The virtual organisation: the first component of the group. */
  public String vo() {
    int slash = group.indexOf('/', 1);
    return slash < 0 ? group.substring(1) : group.substring(1, slash);
  }

  @Override
  public String toString() {
    return role.isEmpty() ? group : group + "/Role=" + role;
  }
}
