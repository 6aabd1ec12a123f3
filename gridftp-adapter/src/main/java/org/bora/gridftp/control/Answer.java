package org.bora.gridftp.control;

/** What a server answers to a command. */
public sealed interface Answer<T> {

  /** It did what was asked. */
  record Given<T>(T value) implements Answer<T> {}

  /**
   * It refused.
   *
   * @param code of the FTP reply, 400 to 599 (RFC 959 section 4.2)
   * @param text what it said, as one line
   */
  record Refused<T>(int code, String text) implements Answer<T> {
    @Override
    public String toString() {
      return code + " " + text;
    }
  }
}
