package org.bora.admin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Requests of administrators over HTTP, whichever way they come. A request whose sender is not
 * known learns nothing, not even what there is.
 */
final class AdminHandler extends Handler.Abstract {
  static final int MOST_BYTES = 64 << 10;

  /**
   * The number of bytes of a too long body that are still read and discarded, so that the client
   * sees the answer: closing a connection with unread bytes resets it, and the answer is lost.
   */
  static final int MOST_THROWN_AWAY = 1 << 20;

  private static final int PIECE = 8 << 10;

  private final AdminRoutes routes;
  private final Callers callers;

  /** Tells who sends a request, and refuses those who may not. */
  @FunctionalInterface
  interface Callers {
    /**
     * The administrator.
     *
     * @throws AdminRefusal if the client may not do this
     */
    Administrator of(Request request) throws AdminRefusal;
  }

  AdminHandler(AdminRoutes routes, Callers callers) {
    this.routes = Objects.requireNonNull(routes, "routes");
    this.callers = Objects.requireNonNull(callers, "callers");
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    AdminReply reply;
    try {
      reply = answer(request);
    } catch (AdminRefusal refused) {
      reply = refused.reply();
    }
    HttpFields.Mutable headers = response.getHeaders();
    if (reply.status() == HttpStatus.FORBIDDEN_403) {
      headers.put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
    }
    headers.put(HttpHeader.CONTENT_TYPE, reply.mediaType());
    // a file may be kept, and is asked for again all the same: its tag says whether it is the same
    headers.put(HttpHeader.CACHE_CONTROL, reply.tag().isPresent() ? "no-cache" : "no-store");
    reply.tag().ifPresent(tag -> headers.put(HttpHeader.ETAG, tag));
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("X-Frame-Options", "DENY");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
    if (has(request, reply)) {
      headers.remove(HttpHeader.CONTENT_TYPE);
      response.setStatus(HttpStatus.NOT_MODIFIED_304);
      response.write(true, null, callback);
      return true;
    }
    response.setStatus(reply.status());
    response.write(true, ByteBuffer.wrap(reply.bytes()), callback);
    return true;
  }

  /**
   * Whether the client already has this version of the file. Tags are compared weakly, RFC 9110
   * section 13.1.2.
   */
  private static boolean has(Request request, AdminReply reply) {
    String known = String.join(",", request.getHeaders().getValuesList(HttpHeader.IF_NONE_MATCH));
    return reply.tag().isPresent()
        && Arrays.stream(known.split(",", -1))
            .map(tag -> tag.strip().replaceFirst("^W/", ""))
            .anyMatch(reply.tag().get()::equals);
  }

  private AdminReply answer(Request request) throws AdminRefusal {
    Administrator who = callers.of(request);
    String method = request.getMethod();
    Target target = Target.parse(request.getHttpURI().getPathQuery());
    AdminCall head =
        AdminCall.of(method, target.path(), target.parameters(), AdminCall.Body.NONE, who);
    return routes.reply(head, () -> AdminCall.Body.of(body(request)));
  }

  /** The port fails the read of a body that does not arrive in time. */
  private static byte[] body(Request request) throws AdminRefusal {
    if (request.getLength() > MOST_THROWN_AWAY) {
      throw tooLarge();
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] piece = new byte[PIECE];
    long length = 0;
    try (InputStream in = Content.Source.asInputStream(request)) {
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        length += read;
        if (length <= MOST_BYTES) {
          body.write(piece, 0, read);
        }
        if (length > MOST_THROWN_AWAY) {
          throw tooLarge();
        }
      }
    } catch (IOException broken) {
      if (broken.getCause() instanceof TimeoutException) {
        throw tooSlow();
      }
      throw AdminRefusal.mistake(
          "the request did not come whole", "the connection broke", "send it again");
    }
    if (length > MOST_BYTES) {
      throw tooLarge();
    }
    return body.toByteArray();
  }

  private static AdminRefusal tooLarge() {
    return new AdminRefusal(
        413, "this was not read", "a body has at most " + MOST_BYTES + " bytes", "send less");
  }

  private static AdminRefusal tooSlow() {
    return new AdminRefusal(
        408,
        "this was not read",
        "it did not arrive within the request-timeout of this port",
        "send it again");
  }
}
