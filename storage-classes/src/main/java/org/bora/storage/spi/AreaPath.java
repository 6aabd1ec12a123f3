package org.bora.storage.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A place inside a storage area, as names from its root downwards. It cannot leave the area: {@code
 * .}, {@code ..}, empty names, NUL and broken surrogate pairs are refused here, and the driver
 * refuses links when it opens the path.
 *
 * @param names from the root down; empty is the root itself
 */
public record AreaPath(List<String> names) {

  /** Bytes in one name, NAME_MAX of Linux. */
  public static final int MAX_NAME_BYTES = 255;

  /** Bytes in a whole path, below PATH_MAX of Linux so that every area root fits before it. */
  public static final int MAX_PATH_BYTES = 3000;

  /** Names that begin so belong to the storage itself and are hidden from everyone. */
  public static final String HIDDEN_PREFIX = ".bora-";

  public static final AreaPath ROOT = new AreaPath(List.of());

  public AreaPath {
    names = List.copyOf(names);
    int total = 0;
    for (String name : names) {
      int bytes = utf8Bytes(name);
      total += bytes + 1;
      if (bytes > MAX_NAME_BYTES) {
        throw new IllegalArgumentException(
            "a name of " + bytes + " bytes, at most " + MAX_NAME_BYTES + " are possible");
      }
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        throw new IllegalArgumentException("'" + name + "' is not a name");
      }
      if (name.indexOf('/') >= 0 || name.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("a name holds neither '/' nor NUL");
      }
      if (bytes < 0) {
        // half a surrogate pair would be written as '?', the name of something else
        throw new IllegalArgumentException("a name is not Unicode text");
      }
      if (name.startsWith(HIDDEN_PREFIX)) {
        throw new IllegalArgumentException(
            "names that begin with " + HIDDEN_PREFIX + " are reserved");
      }
    }
    if (total > MAX_PATH_BYTES) {
      throw new IllegalArgumentException(
          "a path of " + total + " bytes, at most " + MAX_PATH_BYTES + " are possible");
    }
  }

  /** Negative for text that is not valid Unicode. */
  private static int utf8Bytes(String name) {
    int bytes = 0;
    for (int at = 0; at < name.length(); at++) {
      char c = name.charAt(at);
      if (c < 0x80) {
        bytes++;
      } else if (c < 0x800) {
        bytes += 2;
      } else if (!Character.isSurrogate(c)) {
        bytes += 3;
      } else if (Character.isHighSurrogate(c)
          && at + 1 < name.length()
          && Character.isLowSurrogate(name.charAt(at + 1))) {
        bytes += 4;
        at++;
      } else {
        return -1;
      }
    }
    return bytes;
  }

  /**
   * Reads a relative path; repeated and leading slashes mean nothing.
   *
   * @throws IllegalArgumentException with a sentence for the client where a name is impossible
   */
  public static AreaPath parse(String text) {
    List<String> names = new ArrayList<>();
    for (String name : text.split("/", -1)) {
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return new AreaPath(names);
  }

  public boolean isRoot() {
    return names.isEmpty();
  }

  /** The last name; empty for the root. */
  public String name() {
    return names.isEmpty() ? "" : names.getLast();
  }

  /** The directory above; empty for the root. */
  public Optional<AreaPath> parent() {
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(new AreaPath(names.subList(0, names.size() - 1)));
  }

  public AreaPath child(String name) {
    List<String> longer = new ArrayList<>(names);
    longer.add(name);
    return new AreaPath(longer);
  }

  /** Whether this is {@code other} or lies below it. */
  public boolean isWithin(AreaPath other) {
    return names.size() >= other.names.size()
        && names.subList(0, other.names.size()).equals(other.names);
  }

  /** The names joined by slashes, without a leading one. */
  @Override
  public String toString() {
    return String.join("/", names);
  }
}
