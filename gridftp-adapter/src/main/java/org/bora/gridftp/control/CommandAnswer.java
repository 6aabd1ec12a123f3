package org.bora.gridftp.control;

import java.util.Locale;

/** The answer of a server to a command. */
public sealed interface CommandAnswer<T> {

  /** The server carried out the command. */
  record Given<T>(T value) implements CommandAnswer<T> {}

  /**
   * The server refused the command.
   *
   * @param code of the FTP reply, 400 to 599 (RFC 959 section 4.2)
   * @param text its text, as one line
   */
  record Refused<T>(int code, String text) implements CommandAnswer<T> {

    private static final int NO_FILE = 550;

    /**
     * Whether it apparently refused because there is no such file: RFC 959 section 4.2 has 550 for
     * that and for other errors; the Globus server replies 500 with the text of errno.
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
