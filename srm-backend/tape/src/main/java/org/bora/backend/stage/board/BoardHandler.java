package org.bora.backend.stage.board;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.bora.api.BackendFailure;
import org.bora.port.Sending;
import org.bora.storage.tape.wire.TapeJson;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Handles the requests of pullers. Without a valid token the answer reveals nothing. */
final class BoardHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(BoardHandler.class);
  static final int MOST_BYTES = 1 << 20;

  /**
   * The number of bytes of a too long body that are still read and discarded, because a client
   * whose upload is cut off never sees the answer.
   */
  private static final int MOST_SKIPPED_BYTES = 8 * MOST_BYTES;

  private static final String SCHEME = "bearer ";

  private final BearerTokens tokens;
  private final BoardRequests requests;

  /** An answer that is not 200. */
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;
    private final int status;

    Refusal(int status, String text) {
      super(text);
      this.status = status;
    }
  }

  BoardHandler(BearerTokens tokens, BoardRequests requests) {
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.requests = Objects.requireNonNull(requests, "requests");
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    ObjectNode answer;
    try {
      authenticate(request, response);
      answer = answer(request);
    } catch (Refusal refusal) {
      response.setStatus(refusal.status);
      answer = TapeJson.object().put("error", refusal.getMessage());
    } catch (IllegalArgumentException mistake) {
      response.setStatus(400);
      answer = TapeJson.object().put("error", String.valueOf(mistake.getMessage()));
    } catch (BackendFailure failure) {
      LOG.warn("the call of a puller was refused: {}", failure.getMessage());
      response.setStatus(503);
      answer = TapeJson.object().put("error", "the database does not answer, try again");
    } catch (IOException | RuntimeException surprise) {
      LOG.error("{} {} failed", request.getMethod(), Request.getPathInContext(request), surprise);
      response.setStatus(500);
      answer = TapeJson.object().put("error", "internal error; see the log of the backend");
    }
    Content.Sink.write(response, true, TapeJson.write(answer) + "\n", callback);
    return true;
  }

  private void authenticate(Request request, Response response) throws Refusal, IOException {
    String shown = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    if (shown == null
        || !shown.toLowerCase(Locale.ROOT).startsWith(SCHEME)
        || !tokens.isKnown(shown.substring(SCHEME.length()).strip())) {
      LOG.warn("{} showed no valid token", Request.getRemoteAddr(request));
      response.getHeaders().put(new HttpField(HttpHeader.WWW_AUTHENTICATE, "Bearer"));
      throw new Refusal(401, "a valid token is needed: Authorization: Bearer TOKEN");
    }
    if (request.getAttribute(Sending.ATTRIBUTE) instanceof Sending sending) {
      switch (sending.comesFrom(shown.substring(SCHEME.length()).strip())) {
        case YES -> {
          // it is served
        }
        case TOO_MANY ->
            throw lastAnswer(
                response,
                429,
                5,
                "too many connections show this token, and all of them are at work");
        case ENDING ->
            throw lastAnswer(
                response,
                503,
                1,
                "this connection is closing, and nothing was done: use a new one");
      }
    }
  }

  /** The connection closes with it. */
  private static Refusal lastAnswer(Response response, int status, int seconds, String text) {
    response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
    response.getHeaders().put(HttpHeader.RETRY_AFTER, seconds);
    return new Refusal(status, text);
  }

  private ObjectNode answer(Request request) throws Refusal, IOException {
    return switch (Request.getPathInContext(request)) {
      case "/v1/tasks" -> {
        demand(request, "GET");
        yield requests.counts();
      }
      case "/v1/tasks/take" -> {
        demand(request, "POST");
        yield requests.take(body(request));
      }
      case "/v1/tasks/report" -> {
        demand(request, "POST");
        yield requests.report(body(request));
      }
      default ->
          throw new Refusal(
              404, "there are GET /v1/tasks, POST /v1/tasks/take and POST /v1/tasks/report");
    };
  }

  private static void demand(Request request, String method) throws Refusal {
    if (!request.getMethod().equals(method)) {
      throw new Refusal(405, "the method here is " + method);
    }
  }

  private static JsonNode body(Request request) throws Refusal, IOException {
    byte[] body;
    try (InputStream in = Content.Source.asInputStream(request)) {
      body = in.readNBytes(MOST_BYTES + 1);
      if (body.length > MOST_BYTES && request.getLength() <= MOST_SKIPPED_BYTES) {
        skip(in);
      }
    } catch (IOException broken) {
      if (broken.getCause() instanceof TimeoutException) {
        throw new Refusal(408, "the request did not come in time");
      }
      throw new Refusal(400, "the request did not come whole");
    }
    if (body.length > MOST_BYTES) {
      throw new Refusal(413, "at most " + MOST_BYTES + " bytes in a request");
    }
    return TapeJson.readObject(new String(body, StandardCharsets.UTF_8));
  }

  private static void skip(InputStream in) throws IOException {
    byte[] some = new byte[8192];
    long skipped = 0;
    for (int read = 0; read >= 0 && skipped < MOST_SKIPPED_BYTES; read = in.read(some)) {
      skipped += read;
    }
  }
}
