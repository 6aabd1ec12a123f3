package org.bora.backend.authorise;

import java.util.ArrayList;
import java.util.List;
import org.bora.storage.spi.AreaPath;

/**
 * The places of an area to which a rule applies. A name may contain {@code *} for any characters of
 * that name; {@code **} alone stands for any number of names, or none: {@code /raw/**} is the
 * directory raw and everything below it, {@code /raw/*} everything directly in it.
 */
public final class PathPattern {

  private static final String ANY_NAMES = "**";

  private final String text;

  /** Name by name; null stands for any number of names. */
  private final Glob[] names;

  private PathPattern(String text, Glob[] names) {
    this.text = text;
    this.names = names;
  }

  /**
   * Reads a pattern.
   *
   * @param text the path in the form of clients, beginning with that of the area
   * @param sfn where clients see the area
   * @throws IllegalArgumentException with the reason
   */
  public static PathPattern parse(String text, String sfn) {
    if (!text.equals(sfn) && !text.startsWith(sfn + "/")) {
      throw new IllegalArgumentException(
          "the path '" + text + "' does not lie in this area, which is " + sfn);
    }
    List<Glob> names = new ArrayList<>();
    if (!text.equals(sfn)) {
      for (String name : text.substring(sfn.length() + 1).split("/", -1)) {
        names.add(name(text, name));
      }
    }
    return new PathPattern(text, names.toArray(Glob[]::new));
  }

  private static Glob name(String text, String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      throw new IllegalArgumentException(
          "the path '" + text + "' must not hold '//', '.' or '..', nor end with a slash");
    }
    if (name.equals(ANY_NAMES)) {
      return null;
    }
    if (name.contains(ANY_NAMES)) {
      throw new IllegalArgumentException("in the path '" + text + "', ** must stand alone");
    }
    return new Glob(name);
  }

  /** Whether the pattern is about this very place. */
  public boolean matches(AreaPath path) {
    List<String> held = path.names();
    int at = 0;
    int name = 0;
    int lastStar = -1;
    int resume = 0;
    // invariant: names[0..at) can match held[0..name), the last ** taking held up to resume
    while (name < held.size()) {
      if (at < names.length && names[at] == null) {
        lastStar = at++;
        resume = name;
      } else if (at < names.length && names[at].matches(held.get(name))) {
        at++;
        name++;
      } else if (lastStar >= 0) {
        at = lastStar + 1;
        name = ++resume;
      } else {
        return false;
      }
    }
    while (at < names.length && names[at] == null) {
      at++;
    }
    return at == names.length;
  }

  /** Whether the pattern is about this place and everything that can ever lie below it. */
  public boolean coversAllWithin(AreaPath path) {
    return names.length > 0 && names[names.length - 1] == null && matches(path);
  }

  /** Whether the pattern may be about this place or something that can lie below it. */
  public boolean reachesWithin(AreaPath path) {
    List<String> held = path.names();
    for (int i = 0; i < held.size(); i++) {
      if (i == names.length) {
        return false;
      }
      if (names[i] == null) {
        return true;
      }
      if (!names[i].matches(held.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return text;
  }
}
