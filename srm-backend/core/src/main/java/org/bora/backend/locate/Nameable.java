package org.bora.backend.locate;

/**
 * Decides which names a SURL can contain: those that XML 1.0 allows, because SURLs travel in XML.
 */
public final class Nameable {

  private Nameable() {}

  /**
   * False for names with control characters (a line break included: it would not survive an
   * attribute or a log line), with the two non-characters that XML forbids, or with half a
   * surrogate pair. Files with such names can lie in an area; clients do not see them.
   */
  public static boolean isNameable(String name) {
    int at = 0;
    while (at < name.length() && isPlain(name.charAt(at))) {
      at++;
    }
    return at == name.length() || name.codePoints().skip(at).allMatch(Nameable::isNameable);
  }

  /** As nearly every character of nearly every name is. */
  private static boolean isPlain(char c) {
    return c >= ' ' && c < 0x7F;
  }

  private static boolean isNameable(int c) {
    return c >= ' '
        && (c < 0x7F || c > 0x9F)
        && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
        && c != 0xFFFE
        && c != 0xFFFF;
  }
}
