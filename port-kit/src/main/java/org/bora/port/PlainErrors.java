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
 * The answer to a request that no handler has answered because it is not HTTP, is too long, or its
 * handler failed. The answer is one line with the status and its reason phrase; Jetty's own page
 * would name classes and repeat the client's text. {@link BadRequests} logs clients' errors, and
 * Jetty logs all others. Thread safe.
 */
public final class PlainErrors extends ErrorHandler {

  private static final Logger LOG = LoggerFactory.getLogger(PlainErrors.class);

  private final BadRequests bad = new BadRequests(System::nanoTime);

  private PlainErrors() {}

  /** Has a server answer so. */
  public static void on(Server server) {
    server.setErrorHandler(new PlainErrors());
  }

  /** A context has its own error page. */
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
   * A handler that fails because of a malformed body wraps Jetty's exception about the body: this
   * is the client's error.
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
