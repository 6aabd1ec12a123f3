package org.bora.http.remote;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Gives the body of a PUT, on the thread of the copy. */
public interface Sender {

  /** Bytes of the whole body. */
  long size();

  /** From here on parts are sent from the first byte, perhaps again. */
  void rewind();

  /** The next part; empty at the end. */
  ByteBuffer next() throws IOException;

  /**
   * A part is on its way, and may be used again.
   *
   * @param size that it had
   */
  void sent(ByteBuffer part, int size);
}
