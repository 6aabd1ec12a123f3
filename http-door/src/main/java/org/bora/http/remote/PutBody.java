package org.bora.http.remote;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.eclipse.jetty.client.AsyncRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.util.Callback;

/** The body of one PUT, a few parts ahead of the connection. */
final class PutBody {
  private static final int PARTS_AHEAD = 4;

  private final Sender sender;
  private final Consumer<RemoteSide.Event> later;
  private final AsyncRequestContent content;
  private int ahead;
  private long given;
  private boolean begun;

  /**
   * @param later has an event happen on the thread of the copy
   */
  PutBody(Sender sender, Consumer<RemoteSide.Event> later) {
    this.sender = sender;
    this.later = later;
    this.content = new Sized(sender.size());
    if (sender.size() == 0) {
      content.close();
    }
  }

  /** A body with a known length, not chunked: many servers require the length. */
  private static final class Sized extends AsyncRequestContent {
    private final long size;

    Sized(long size) {
      super("application/octet-stream");
      this.size = size;
    }

    @Override
    public long getLength() {
      return size;
    }
  }

  Request.Content content() {
    return content;
  }

  /** A server may refuse or redirect before it has any of the body. */
  void describe(HttpFields.Mutable headers) {
    headers.put(HttpHeader.CONTENT_LENGTH, sender.size());
    if (sender.size() > 0) {
      headers.put(HttpHeader.EXPECT, "100-continue");
    }
  }

  /** Gives as many parts as may wait. */
  void fill() throws IOException {
    while (ahead < PARTS_AHEAD && given < sender.size()) {
      ByteBuffer part = sender.next();
      if (!part.hasRemaining()) {
        throw new IOException("the file became shorter while it was sent");
      }
      int size = part.remaining();
      ahead++;
      given += size;
      content.write(
          given >= sender.size(),
          part,
          Callback.from(
              () -> later.accept(() -> sent(part, size)), _ -> {})); // the answer says why
    }
  }

  /** Whether none of it was sent: the server may not support {@code Expect}. */
  boolean waits() {
    return !begun && sender.size() > 0;
  }

  private void sent(ByteBuffer part, int size) throws IOException {
    begun = true;
    ahead--;
    sender.sent(part, size);
    fill();
  }
}
