package org.bora.backend.authorise;

import java.util.Objects;

/**
 * A pattern in which {@code *} stands for any number of characters, and everything else for itself.
 * It is parsed once; matching allocates nothing.
 */
public final class Glob {

  private final String text;

  /** What stands between the stars; the first begins the text and the last ends it. */
  private final String[] parts;

  public Glob(String text) {
    this.text = text;
    // limit -1 keeps what stands before a leading and after a trailing star: nothing
    this.parts = text.split("\\*", -1);
  }

  /** Whether there is no star in it. */
  boolean isPlain() {
    return parts.length == 1;
  }

  int length() {
    return text.length();
  }

  /** Whether a plain one stands at this place of a text. */
  boolean isIn(String other, int at) {
    return other.startsWith(text, at);
  }

  public boolean matches(String candidate) {
    if (parts.length == 1) {
      return candidate.equals(text);
    }
    String first = parts[0];
    String last = parts[parts.length - 1];
    int end = candidate.length() - last.length();
    if (first.length() > end || !candidate.startsWith(first) || !candidate.endsWith(last)) {
      return false;
    }
    // the leftmost place of every part leaves most room for the parts after it
    int at = first.length();
    for (int i = 1; i < parts.length - 1; i++) {
      int found = candidate.indexOf(parts[i], at);
      if (found < 0 || found + parts[i].length() > end) {
        return false;
      }
      at = found + parts[i].length();
    }
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Glob glob && glob.text.equals(text);
  }

  @Override
  public int hashCode() {
    return Objects.hash(text);
  }

  @Override
  public String toString() {
    return text;
  }
}
