package org.bora.storage.tape.script;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads lines of untrusted output; of a line that is too long, only the beginning. */
final class BoundedLines {
  private final InputStream in;
  private final int most;

  /**
   * @param most bytes of a line
   */
  BoundedLines(InputStream in, int most) {
    this.in = in;
    this.most = most;
  }

  /**
   * A line.
   *
   * @param whole false if the end is missing
   */
  record Line(String text, boolean whole) {}

  /** The next line, null at the end. */
  Line next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean whole = true;
    int read = in.read();
    if (read < 0) {
      return null;
    }
    while (read >= 0 && read != '\n') {
      if (line.size() < most) {
        line.write(read);
      } else {
        whole = false;
      }
      read = in.read();
    }
    return new Line(line.toString(StandardCharsets.UTF_8), whole);
  }
}
