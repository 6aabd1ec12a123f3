package org.bora.audit;

/**
 * Converts any text to the content of a JSON string in ASCII. It escapes control characters,
 * quotes, line separators, marks of writing direction, and all non-ASCII characters, so a name that
 * a caller chooses cannot begin a line, end a field or mislead a reader. Half of a surrogate pair
 * becomes U+FFFD. A long text is cut, with a note of the length that was cut.
 */
final class SafeText {

  private static final int BYTES_OF_ESCAPE = 6;

  /** Of {@code ...[+2147483647]}. */
  private static final int BYTES_OF_MARK = 16;

  private static final char REPLACEMENT = '\uFFFD';
  private static final String HEX = "0123456789abcdef";

  private SafeText() {}

  /** No text needs more. */
  static int mostBytes(String text, int longest) {
    return Math.min(text.length(), longest) * BYTES_OF_ESCAPE + BYTES_OF_MARK;
  }

  /**
   * Writes one at a place; gives the place behind it.
   *
   * @param longest characters
   * @param into with room for {@link #mostBytes}
   */
  static int write(String text, int longest, byte[] into, int at) {
    int end = text.length() <= longest ? text.length() : cut(text, longest);
    int next = at;
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c < 0x7F && c != '"' && c != '\\') {
        into[next++] = (byte) c;
      } else {
        next = escape(whole(text, i) ? c : REPLACEMENT, into, next);
      }
    }
    return end == text.length() ? next : mark(text.length() - end, into, next);
  }

  /** Never between the halves of a pair. */
  private static int cut(String text, int longest) {
    return Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
  }

  private static boolean whole(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
    }
    return !Character.isLowSurrogate(c) || (i > 0 && Character.isHighSurrogate(text.charAt(i - 1)));
  }

  private static int escape(char c, byte[] into, int at) {
    int next = at;
    into[next++] = '\\';
    if (c == '"' || c == '\\') {
      into[next++] = (byte) c;
      return next;
    }
    into[next++] = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) {
      into[next++] = (byte) HEX.charAt((c >> shift) & 0xF);
    }
    return next;
  }

  private static int mark(int more, byte[] into, int at) {
    int next = at;
    String mark = "...[+" + more + "]";
    for (int i = 0; i < mark.length(); i++) {
      into[next++] = (byte) mark.charAt(i);
    }
    return next;
  }
}
