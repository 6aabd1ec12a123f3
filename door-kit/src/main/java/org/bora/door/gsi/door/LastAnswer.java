package org.bora.door.gsi.door;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * One line of text, after which the connection ends. It is written on the selector's thread; if the
 * connection stayed open, a client that sends requests fast enough would keep this thread busy for
 * ever.
 */
final class LastAnswer {
  private LastAnswer() {}

  static boolean send(Response response, Callback callback, int status, String line) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
    byte[] text = (line + "\n").getBytes(StandardCharsets.UTF_8);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, text.length);
    response.write(true, ByteBuffer.wrap(text), callback);
    return true;
  }

  /** The same request may be served later. */
  static boolean later(Response response, Callback callback, String why, Duration retryIn) {
    response.getHeaders().put(HttpHeader.RETRY_AFTER, retryIn.toSeconds());
    return send(
        response,
        callback,
        HttpStatus.SERVICE_UNAVAILABLE_503,
        why + "; retry in " + retryIn.toSeconds() + " s");
  }
}
