package org.bora.api.directory;

import java.util.Comparator;

/**
 * The order of names by their UTF-8 bytes, in which object stores list. A directory sorts as if a
 * slash followed its name, as in the names of its entries: {@code a-b} comes before {@code a/}, and
 * {@code a0} behind it.
 */
public final class KeyOrder {

  /** Compares as the UTF-8 bytes compare; both are Unicode text. */
  public static final Comparator<String> BYTES = KeyOrder::compare;

  private KeyOrder() {}

  /** A name as it counts in the order. */
  public static String key(String name, boolean directory) {
    return directory ? name + "/" : name;
  }

  private static int compare(String one, String other) {
    int length = Math.min(one.length(), other.length());
    for (int at = 0; at < length; at++) {
      char a = one.charAt(at);
      char b = other.charAt(at);
      if (a != b) {
        // half a pair stands for a character beyond the 16 bits of all others
        return Character.isSurrogate(a) == Character.isSurrogate(b)
            ? Character.compare(a, b)
            : Character.isSurrogate(a) ? 1 : -1;
      }
    }
    return Integer.compare(one.length(), other.length());
  }
}
