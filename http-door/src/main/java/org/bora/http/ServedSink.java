package org.bora.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.bora.door.http.Refused;
import org.bora.door.http.StillServed;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;

/**
 * The body of an answer, for writers that do not know its caller. Once the caller may not go on,
 * nothing more is sent. Closing the writer does not end the answer; Jetty does that when the
 * request is complete.
 */
record ServedSink(StillServed caller, Content.Sink answer) implements Content.Sink {
  @Override
  public void write(boolean last, ByteBuffer bytes, Callback callback) {
    try {
      caller.check();
    } catch (Refused ended) {
      callback.failed(new IOException(ended.getMessage()));
      return;
    }
    answer.write(false, bytes, callback);
  }
}
