package org.bora.port;

import java.time.Duration;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * A request whose body must arrive in time. The deadline counts from the head of the request. While
 * the service waits for bytes, the connection may be closed to make room.
 */
public final class AwaitedRequest extends Request.Wrapper implements Sending {

  /**
   * How long the rest of a request is awaited that has been answered. A connection that is closed
   * upon unread bytes is reset, and the client may lose the answer.
   */
  private static final Duration REST = Duration.ofSeconds(1);

  /** So much of it is read and thrown away. */
  private static final long MOST_REST_BYTES = 1 << 20;

  /**
   * A client has its answer a moment before its connection counts as idle, and may already have
   * opened another connection.
   */
  private static final Duration MOMENT = Duration.ofMillis(10);

  private static final int MOMENTS = 100;

  private final OpenConnections connections;
  private final Visitor visitor;
  private final Duration time;
  private volatile long deadlineNanos;
  private volatile long nextNanos;
  private long thrownAway;

  private AwaitedRequest(
      Request request, OpenConnections connections, Visitor visitor, Duration time) {
    super(request);
    this.connections = connections;
    this.visitor = visitor;
    this.time = time;
    this.deadlineNanos = connections.nanoTime() + time.toNanos();
    this.nextNanos = deadlineNanos;
  }

  /**
   * The head of a request has arrived. Until the request is answered, its connection is not asked
   * to make room unless its bytes are awaited.
   *
   * @param request on a connection of {@link WatchedHttpFactory}
   * @param time for the whole of it, from now on
   */
  public static AwaitedRequest begin(Request request, OpenConnections connections, Duration time) {
    var visitor = (Visitor) request.getConnectionMetaData().getAttribute(Visitor.ATTRIBUTE);
    connections.busy(visitor);
    Request.addCompletionListener(request, _ -> connections.answered(visitor));
    // Jetty asks this while no thread waits for bytes; else it would read the body itself.
    request.addIdleTimeoutListener(_ -> false);
    var awaited = new AwaitedRequest(request, connections, visitor, time);
    awaited.setAttribute(ATTRIBUTE, awaited);
    return awaited;
  }

  @Override
  public void demand(Runnable whenThere) {
    long until = nextNanos - deadlineNanos < 0 ? nextNanos : deadlineNanos;
    nextNanos = deadlineNanos;
    connections.sending(visitor, until);
    super.demand(
        Invocable.from(
            Invocable.getInvocationType(whenThere),
            () -> {
              connections.busy(visitor);
              whenThere.run();
            }));
  }

  @Override
  public void within(Duration time) {
    long sooner = connections.nanoTime() + time.toNanos();
    if (sooner - deadlineNanos < 0) {
      deadlineNanos = sooner;
    }
  }

  @Override
  public void nextWithin(Duration time) {
    nextNanos = connections.nanoTime() + time.toNanos();
  }

  @Override
  public Stay comesFrom(String caller) {
    Stay stay = connections.mayServe(visitor, caller);
    for (int i = 0; i < MOMENTS && stay == Stay.TOO_MANY; i++) {
      connections.sending(visitor, deadlineNanos); // it may have to make room meanwhile
      try {
        Thread.sleep(MOMENT);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return stay;
      }
      connections.busy(visitor);
      stay = connections.mayServe(visitor, caller);
    }
    return stay;
  }

  /**
   * For the handler of the request: the answer, which the client must take at a minimum rate, or
   * its connection ends. The time limit of the request is added.
   */
  public Response paced(Response answer) {
    return paced(answer, time);
  }

  /** The same where an answer has another time than a request. */
  public Response paced(Response answer, Duration answerTime) {
    return new PacedResponse(this, answer, connections, visitor, answerTime);
  }

  /**
   * For the handler of the request: the answer is sent, and then the unread part of the request is
   * discarded for a moment, without a thread, so that the client reads the answer.
   *
   * @param done called at the end
   */
  public Callback answered(Response answer, Callback done) {
    return Callback.from(
        Invocable.InvocationType.NON_BLOCKING, () -> end(answer, done), done::failed);
  }

  /**
   * An answer without a body has not left yet. Jetty would ask for the body before it: a client
   * that waits with {@code Expect: 100-continue} would send its body in vain.
   */
  private void end(Response answer, Callback done) {
    answer.write(
        true,
        BufferUtil.EMPTY_BUFFER,
        Callback.from(Invocable.InvocationType.NON_BLOCKING, () -> rest(done), done::failed));
  }

  private void rest(Callback done) {
    within(REST);
    throwAway(done);
  }

  private void throwAway(Callback done) {
    while (true) {
      Content.Chunk chunk = read();
      if (chunk == null) {
        demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, () -> throwAway(done)));
        return;
      }
      thrownAway += chunk.remaining();
      chunk.release();
      if (chunk.isLast() || Content.Chunk.isFailure(chunk) || thrownAway > MOST_REST_BYTES) {
        done.succeeded();
        return;
      }
    }
  }
}
