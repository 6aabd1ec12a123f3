package org.bora.backend.authorise;

import java.util.List;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;

/** A pattern for callers. */
public sealed interface Who {

  boolean matches(Caller caller);

  /** What kind of pattern it is, for those who may not see the pattern. */
  String kind();

  /**
   * Reads {@code anyone}, {@code dn GLOB}, {@code vo GLOB} or {@code fqan /GROUP[/Role=ROLE]}; the
   * pattern may stand in double quotes.
   *
   * @throws IllegalArgumentException with the allowed forms
   */
  static Who parse(String text) {
    String trimmed = text.strip();
    if (trimmed.equals("anyone")) {
      return new Anyone();
    }
    int space = trimmed.indexOf(' ');
    String kind = space < 0 ? trimmed : trimmed.substring(0, space);
    String rest = unquoted(space < 0 ? "" : trimmed.substring(space + 1).strip());
    if (kind.equals("dn") && (rest.startsWith("/") || rest.startsWith("*"))) {
      return new Dn(new Glob(rest));
    }
    if (kind.equals("vo") && !rest.isEmpty() && rest.indexOf('/') < 0) {
      return new Vo(new Glob(rest));
    }
    if (kind.equals("fqan") && rest.startsWith("/") && rest.length() > 1) {
      return Group.parse(rest);
    }
    throw new IllegalArgumentException(
        "'"
            + text
            + "' does not name a caller; allowed: anyone, dn /DN*, vo NAME or fqan /GROUP[/Role=ROLE]");
  }

  private static String unquoted(String text) {
    return text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  /** Every caller with a trusted certificate. */
  record Anyone() implements Who {

    @Override
    public boolean matches(Caller caller) {
      return true;
    }

    @Override
    public String kind() {
      return "for anyone";
    }

    @Override
    public String toString() {
      return "anyone";
    }
  }

  /** The subject of the end-entity certificate; a star stands for slashes too. */
  record Dn(Glob glob) implements Who {

    @Override
    public boolean matches(Caller caller) {
      return glob.matches(caller.dn());
    }

    @Override
    public String kind() {
      return "for certificate subjects";
    }

    @Override
    public String toString() {
      return "dn " + glob;
    }
  }

  /** Membership of a virtual organisation, by any of the caller's attributes. */
  record Vo(Glob name) implements Who {

    @Override
    public boolean matches(Caller caller) {
      List<Fqan> held = caller.fqans();
      for (int i = 0; i < held.size(); i++) {
        if (isOf(held.get(i))) {
          return true;
        }
      }
      return false;
    }

    private boolean isOf(Fqan held) {
      if (!name.isPlain()) {
        return name.matches(held.vo());
      }
      String group = held.group();
      int end = 1 + name.length();
      return name.isIn(group, 1) && (group.length() == end || group.charAt(end) == '/');
    }

    @Override
    public String kind() {
      return "for virtual organisations";
    }

    @Override
    public String toString() {
      return "vo " + name;
    }
  }

  /**
   * Membership of a group or of one below it, by any of the caller's attributes.
   *
   * @param role empty: any role or none; {@code NULL}: without a role
   */
  record Group(Glob group, Glob below, String role, Glob roles) implements Who {

    private static final String ROLE = "/Role=";
    private static final String NONE = "NULL";

    static Group parse(String text) {
      int capability = text.indexOf("/Capability=");
      String name = capability < 0 ? text : text.substring(0, capability);
      int at = name.indexOf(ROLE);
      String group = at < 0 ? name : name.substring(0, at);
      String role = at < 0 ? "" : name.substring(at + ROLE.length());
      if (group.length() < 2 || group.endsWith("/") || (at >= 0 && role.isEmpty())) {
        throw new IllegalArgumentException(
            "'" + text + "' is no attribute: fqan /GROUP, fqan /GROUP/Role=ROLE");
      }
      return new Group(new Glob(group), new Glob(group + "/*"), role, new Glob(role));
    }

    @Override
    public boolean matches(Caller caller) {
      List<Fqan> held = caller.fqans();
      for (int i = 0; i < held.size(); i++) {
        if (covers(held.get(i))) {
          return true;
        }
      }
      return false;
    }

    private boolean covers(Fqan held) {
      if (!group.matches(held.group()) && !below.matches(held.group())) {
        return false;
      }
      if (role.isEmpty()) {
        return true;
      }
      return role.equals(NONE)
          ? held.role().isEmpty()
          : !held.role().isEmpty() && roles.matches(held.role());
    }

    @Override
    public String kind() {
      return "for VOMS groups or roles";
    }

    @Override
    public String toString() {
      return "fqan " + group + (role.isEmpty() ? "" : ROLE + role);
    }
  }
}
