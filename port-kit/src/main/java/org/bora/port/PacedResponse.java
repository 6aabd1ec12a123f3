package org.bora.port;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * An answer that its client must take at a minimum rate, or the connection ends. Jetty itself only
 * requires that some byte leaves now and then.
 */
final class PacedResponse extends Response.Wrapper {

  private final OpenConnections connections;
  private final Visitor visitor;
  private final AnswerPace pace;

  /**
   * @param time that the client has for an answer of any length
   */
  PacedResponse(
      Request request,
      Response response,
      OpenConnections connections,
      Visitor visitor,
      Duration time) {
    super(request, response);
    this.connections = connections;
    this.visitor = visitor;
    this.pace = new AnswerPace(time);
  }

  @Override
  public void write(boolean last, ByteBuffer bytes, Callback callback) {
    var taking = new Taking(callback, bytes == null ? 0 : bytes.remaining());
    super.write(last, bytes, taking);
    taking.awaited();
  }

  /** A write in progress. Most writes end at once and need no further action. */
  private final class Taking extends Callback.Nested {
    private final int bytes;
    private boolean over;
    private boolean told;
    private long sinceNanos;

    Taking(Callback callback, int bytes) {
      super(callback);
      this.bytes = bytes;
    }

    /** The client has not taken the bytes yet, unless the write has ended. */
    synchronized void awaited() {
      if (!over) {
        told = true;
        sinceNanos = connections.nanoTime();
        connections.taking(visitor, sinceNanos + pace.allow(bytes));
      }
    }

    /** Before the callback, which may begin the next write or the next request. */
    private synchronized void end() {
      over = true;
      if (told) {
        pace.waited(connections.nanoTime() - sinceNanos);
        connections.busy(visitor);
      } else {
        pace.allow(bytes);
      }
    }

    @Override
    public void succeeded() {
      end();
      super.succeeded();
    }

    @Override
    public void failed(Throwable failure) {
      end();
      super.failed(failure);
    }
  }
}
