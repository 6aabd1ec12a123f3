package org.bora.gridftp.control;

import java.util.Locale;

/** What a server answers to a command. */
public sealed interface CommandAnswer<T> {

  /** It did what was asked. */
  record Given<T>(T value) implements CommandAnswer<T> {}

  /**
   * It refused.
   *
   * @param code of the FTP reply, 400 to 599 (RFC 959 section 4.2)
   * @param text what it said, as one line
   */
  record Refused<T>(int code, String text) implements CommandAnswer<T> {

    private static final int NO_FILE = 550;

    /**
     * Whether it refused because there is no such file, as far as can be told: RFC 959 section 4.2
     * has 550 for that and for other things; the Globus server says 500 and the text of errno.
     */
    public boolean saysNoFile() {
      return text.contains("No such file")
          || (code == NO_FILE && !text.toLowerCase(Locale.ROOT).contains("denied"));
    }

    @Override
    public String toString() {
      return code + " " + text;
    }
  }
}
