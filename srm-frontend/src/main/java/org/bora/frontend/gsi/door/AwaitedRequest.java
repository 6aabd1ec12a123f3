package org.bora.frontend.gsi.door;

import java.time.Duration;
import org.bora.frontend.gsi.Sending;
import org.eclipse.jetty.server.Request;

/**
 * A request whose body must be here in time, whether it comes byte by byte or not at all. The
 * deadline counts from the head of the request. While the service waits for bytes, the connection
 * is one that may be asked to make room.
 */
final class AwaitedRequest extends Request.Wrapper implements Sending {

  private final OpenConnections connections;
  private final Visitor visitor;
  private volatile long deadlineNanos;

  /**
   * @param time for the whole of it, from now on
   */
  AwaitedRequest(Request request, OpenConnections connections, Visitor visitor, Duration time) {
    super(request);
    this.connections = connections;
    this.visitor = visitor;
    this.deadlineNanos = connections.nanoTime() + time.toNanos();
  }

  @Override
  public void demand(Runnable whenThere) {
    connections.sending(visitor, deadlineNanos);
    super.demand(
        () -> {
          connections.busy(visitor);
          whenThere.run();
        });
  }

  @Override
  public void within(Duration time) {
    long sooner = connections.nanoTime() + time.toNanos();
    if (sooner - deadlineNanos < 0) {
      deadlineNanos = sooner;
    }
  }
}
