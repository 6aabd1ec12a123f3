package org.bora.port;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answer to a request that no handler has answered: it is not HTTP, it is too long, or its
 * handler failed. The answer is one line with the status and its reason phrase. Jetty's own page
 * names classes of this program and repeats what the client sent. The log tells why it is the
 * client's fault ({@link BadRequests}); Jetty's own log tells of the others. Thread safe.
 */
public final class PlainErrors extends ErrorHandler {

  private static final Logger LOG = LoggerFactory.getLogger(PlainErrors.class);

  private final BadRequests bad = new BadRequests(System::nanoTime);

  private PlainErrors() {}

  /** Has a server answer so. */
  public static void on(Server server) {
    server.setErrorHandler(new PlainErrors());
  }

  /** A context has an error page of its own. */
  public static void on(ContextHandler context) {
    context.setErrorHandler(new PlainErrors());
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Throwable failure = (Throwable) request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
    int status = status(response.getStatus(), failure);
    if (failure != null && HttpStatus.isClientError(status)) {
      String from = String.valueOf(request.getConnectionMetaData().getRemoteSocketAddress());
      bad.line(from, request.getMethod(), status, failure).ifPresent(LOG::info);
    }
    byte[] line =
        (status + " " + HttpStatus.getMessage(status) + "\n").getBytes(StandardCharsets.US_ASCII);
    response.setStatus(status);
    response.getHeaders().put(ErrorHandler.ERROR_CACHE_CONTROL);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=us-ascii");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, line.length);
    response.write(true, ByteBuffer.wrap(line), callback);
    return true;
  }

  /**
   * A handler that fails because its client's body is malformed wraps what Jetty has said of the
   * body: the fault is the client's.
   */
  static int status(int told, Throwable failure) {
    if (told != HttpStatus.INTERNAL_SERVER_ERROR_500) {
      return told;
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof HttpException http && HttpStatus.isClientError(http.getCode())) {
        return http.getCode();
      }
    }
    return told;
  }
}
