package org.bora.files;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.bora.door.http.Refused;
import org.bora.port.AnswerPace;
import org.bora.port.Sending;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * The body of a request, which must arrive at a minimum rate. For the thread that serves the
 * request.
 */
public final class ReceivedBody {

  /**
   * The total time for which a client may be silent, in addition to the time of its bytes at the
   * minimum rate.
   */
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);

  private final Request request;
  private final Sending sending;
  private final LongSupplier nanos;
  private final AnswerPace pace = new AnswerPace(FIRST_PAUSE);

  /**
   * @param nanos as {@link System#nanoTime}
   */
  public ReceivedBody(Request request, LongSupplier nanos) {
    this.request = request;
    this.sending = (Sending) request.getAttribute(Sending.ATTRIBUTE);
    this.nanos = nanos;
  }

  /** The next bytes, to be released; waits for them. */
  public Content.Chunk next() throws IOException, Refused {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        await();
      } else if (Content.Chunk.isFailure(chunk)) {
        throw new IOException("the body did not arrive", chunk.getFailure());
      } else {
        pace.allow(chunk.remaining());
        return chunk;
      }
    }
  }

  /** Whether a body failed that ended too early, or whose chunks are malformed. */
  public static boolean isBroken(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof HttpException http && HttpStatus.isClientError(http.getCode())) {
        return true;
      }
    }
    return false;
  }

  private void await() throws IOException, Refused {
    long begun = nanos.getAsLong();
    sending.nextWithin(Duration.ofNanos(pace.allow(0)));
    Semaphore there = new Semaphore(0);
    request.demand(there::release);
    try {
      there.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the door is closing", e);
    }
    pace.waited(nanos.getAsLong() - begun);
    if (pace.allow(0) < 0) {
      throw new Refused(HttpStatus.REQUEST_TIMEOUT_408, "the body came too slowly");
    }
  }
}
