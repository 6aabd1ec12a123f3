package org.bora.launcher.command.run;

/** Quotes texts for a POSIX shell. */
final class Shell {
  private Shell() {}

  /** As one word, whatever is in it; plain words stay as they are. */
  static String quote(String word) {
    return word.matches("[A-Za-z0-9_./:@%+,=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
