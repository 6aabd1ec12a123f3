package org.bora.backend.authorise;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;

/** A pattern that callers match or do not. */
public sealed interface Who {

  boolean matches(Caller caller);

  /**
   * Reads {@code dn GLOB}, {@code vo NAME} or {@code fqan /GROUP[/Role=ROLE]}.
   *
   * @throws IllegalArgumentException saying what is allowed
   */
  static Who parse(String text) {
    String trimmed = text.strip();
    int space = trimmed.indexOf(' ');
    String kind = space < 0 ? trimmed : trimmed.substring(0, space);
    String rest = space < 0 ? "" : trimmed.substring(space + 1).strip();
    if (kind.equals("dn") && (rest.startsWith("/") || rest.startsWith("*"))) {
      return new Dn(rest);
    }
    if (kind.equals("vo") && !rest.isEmpty() && rest.indexOf('/') < 0) {
      return new Vo(rest);
    }
    if (kind.equals("fqan") && rest.startsWith("/") && rest.length() > 1) {
      return new Group(Fqan.parse(rest));
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not allowed: dn /DN*, vo NAME or fqan /GROUP[/Role=ROLE]");
  }

  /**
   * The subject of the end-entity certificate; {@code *} stands for any characters, slashes
   * included, and nothing else is special.
   */
  record Dn(String glob) implements Who {

    @Override
    public boolean matches(Caller caller) {
      String regex =
          Stream.of(glob.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
      return Pattern.compile(regex, Pattern.DOTALL).matcher(caller.dn()).matches();
    }

    @Override
    public String toString() {
      return "dn " + glob;
    }
  }

  /** Membership of a virtual organisation, by any of the caller's attributes. */
  record Vo(String name) implements Who {

    @Override
    public boolean matches(Caller caller) {
      return caller.fqans().stream().anyMatch(fqan -> fqan.vo().equals(name));
    }

    @Override
    public String toString() {
      return "vo " + name;
    }
  }

  /**
   * Membership of a group or of one below it, by any of the caller's attributes; with a role, only
   * attributes that hold that role count.
   */
  record Group(Fqan wanted) implements Who {

    @Override
    public boolean matches(Caller caller) {
      return caller.fqans().stream().anyMatch(this::covers);
    }

    private boolean covers(Fqan held) {
      boolean inGroup =
          held.group().equals(wanted.group()) || held.group().startsWith(wanted.group() + "/");
      return inGroup && (wanted.role().isEmpty() || wanted.role().equals(held.role()));
    }

    @Override
    public String toString() {
      return "fqan " + wanted;
    }
  }
}
