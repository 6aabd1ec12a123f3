package org.bora.api.word;

/**
 * Makes text from outside safe for a line of the log: without control characters, and of limited
 * length.
 */
public final class LogText {
  private static final int LONGEST = 300;

  private LogText() {}

  /**
   * The text with every control, format and line separating character as {@code ?}, cut after 300
   * characters.
   */
  public static String of(String text) {
    int end = Math.min(text.length(), LONGEST);
    StringBuilder safe = new StringBuilder(end + 3);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      safe.append(isSafe(c) ? c : '?');
    }
    return text.length() > LONGEST ? safe.append("...").toString() : safe.toString();
  }

  private static boolean isSafe(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
