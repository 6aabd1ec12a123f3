package org.bora.backend.access;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of an area's default list, as setfacl(1) writes it: {@code user:gridftp:rwx}, {@code
 * group:atlas:r-x}, and with an empty name the owner, the owning group and, always, everybody else.
 *
 * @param name of a local account or group; empty for the base entries
 * @param digit read 4, write 2, search 1
 */
public record DefaultEntry(Kind kind, String name, int digit) {
  /** What is allowed, for people. */
  public static final String FORM =
      "user:NAME:rwx, group:NAME:r-x, user::rwx, group::r-x or other::---";

  private static final Pattern LINE =
      Pattern.compile("(user|group|other):([^:\\s]*):([r-])([w-])([x-])");

  /** Who gets the rights of a line. */
  public enum Kind {
    USER,
    GROUP,
    OTHER
  }

  public DefaultEntry {
    Objects.requireNonNull(kind, "kind");
    if (kind == Kind.OTHER && !name.isEmpty()) {
      throw new IllegalArgumentException("everybody else has no name: " + name);
    }
  }

  /**
   * Reads one line.
   *
   * @throws IllegalArgumentException with the allowed forms
   */
  public static DefaultEntry parse(String text) {
    Matcher line = LINE.matcher(text.strip());
    if (!line.matches() || (line.group(1).equals("other") && !line.group(2).isEmpty())) {
      throw new IllegalArgumentException("'" + text + "' is not allowed: " + FORM);
    }
    int digit =
        (line.group(3).equals("r") ? 4 : 0)
            | (line.group(4).equals("w") ? 2 : 0)
            | (line.group(5).equals("x") ? 1 : 0);
    Kind kind =
        switch (line.group(1)) {
          case "user" -> Kind.USER;
          case "group" -> Kind.GROUP;
          default -> Kind.OTHER;
        };
    return new DefaultEntry(kind, line.group(2), digit);
  }

  boolean isBase() {
    return name.isEmpty();
  }
}
