package org.bora.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Asks for the body of a PUT if the decision whether the file may be written takes long. It is best
 * to refuse a client with {@code Expect: 100-continue} before it sends anything, but the client
 * does not wait for ever. libcurl begins to send after a second. xrootd's third-party copy (5.5.3),
 * which uses libcurl, then treats the missing status as a failure, sends an empty body, and never
 * sends the rest.
 *
 * <p>Closed by the thread that serves the request, before it answers.
 */
final class EarlyContinue implements AutoCloseable {
  /** What is left of that second is for the line, of which a part has passed already. */
  static final Duration DECISION = Duration.ofMillis(300);

  /**
   * Time for the client to read it. The port closes connections whose client does not read an
   * answer, but it does not watch interim answers: a busy connection is not closed when idle.
   */
  private static final Duration TAKEN = Duration.ofSeconds(30);

  private final Request request;
  private final Response response;
  private final Duration taken;
  private final Scheduler.Task later;
  private CompletableFuture<Void> sending = CompletableFuture.completedFuture(null);
  private boolean closed;

  EarlyContinue(Request request, Response response) {
    this(request, response, TAKEN);
  }

  EarlyContinue(Request request, Response response, Duration taken) {
    this.request = request;
    this.response = response;
    this.taken = taken;
    String waits = HttpHeaderValue.CONTINUE.asString();
    this.later =
        request.getHeaders().contains(HttpHeader.EXPECT, waits)
            ? request
                .getComponents()
                .getScheduler()
                .schedule(this::send, DECISION.toMillis(), TimeUnit.MILLISECONDS)
            : () -> false;
  }

  /** Nothing is sent if the body was already requested or has arrived. */
  private synchronized void send() {
    if (!closed) {
      sending = response.writeInterim(HttpStatus.CONTINUE_100, HttpFields.EMPTY);
    }
  }

  private synchronized CompletableFuture<Void> end() {
    closed = true;
    return sending;
  }

  /**
   * No answer may be written before this one is. Where the client does not take it, the connection
   * ends, and the answer with it.
   */
  @Override
  public void close() {
    later.cancel();
    try {
      end().get(taken.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException silent) {
      request.getConnectionMetaData().getConnection().getEndPoint().close(silent);
    } catch (ExecutionException _) {
      // where the connection is broken the answer will say so
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
