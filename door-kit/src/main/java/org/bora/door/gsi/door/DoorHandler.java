package org.bora.door.gsi.door;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Delegation;
import org.bora.door.gsi.Identity;
import org.bora.door.token.Tokens;
import org.bora.door.token.Tokens.Judgement;
import org.bora.port.AwaitedRequest;
import org.bora.port.OpenConnections;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Lets through to the service what is for it, with the {@link Identity} of the connection and what
 * it delegated ({@link Delegation}) as attributes of the request and on a virtual thread.
 * Everything else gets one line of text.
 */
final class DoorHandler extends Handler.Wrapper {

  private static final Pattern SLASHES = Pattern.compile("/{2,}");

  private final Served served;
  private final OpenConnections connections;
  private final Executor virtualThreads;
  private final BooleanSupplier leaving;
  private final Refusals refusals;

  /**
   * What requests get to.
   *
   * @param path of the service; empty where every path is served
   * @param bodyTimeout what a client may take to send a request, from the end of its head
   * @param answerTimeout what a client may take for an answer, besides a least rate
   * @param by where it is found out who calls
   * @param tokens judges bearer tokens; empty where certificates alone count
   */
  record Served(
      Optional<String> path,
      Handler handler,
      Duration bodyTimeout,
      Duration answerTimeout,
      By by,
      Optional<Tokens> tokens) {}

  /** Where it is found out who calls. */
  enum By {
    /** Here: by the certificate, or by a token where tokens are judged. */
    CERTIFICATE,
    /** In the handler behind. */
    HANDLER
  }

  /**
   * @param leaving whether connections end with the next answer
   * @param refusals hears of clients that show no certificate
   */
  DoorHandler(
      Served served,
      OpenConnections connections,
      Executor virtualThreads,
      BooleanSupplier leaving,
      Refusals refusals) {
    super(served.handler());
    this.leaving = leaving;
    this.refusals = refusals;
    this.served = served;
    this.connections = connections;
    this.virtualThreads = virtualThreads;
  }

  /** Nothing here waits, and the servlet has its own thread. */
  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (leaving.getAsBoolean()) {
      response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
    }
    if (!isTheService(Request.getPathInContext(request))) {
      return answer(
          response, callback, HttpStatus.NOT_FOUND_404, "The SRM is at " + served.path().get());
    }
    if (served.by() == By.HANDLER) {
      return begin(request, response, callback);
    }
    if (served.tokens().isPresent()) {
      Optional<String> token = BearerToken.of(request.getHeaders());
      if (token.isPresent()) {
        return withToken(request, response, callback, token.get());
      }
    }
    return withCertificate(request, response, callback);
  }

  /** The token says who it is, whatever certificate the connection has. */
  private boolean withToken(Request request, Response response, Callback callback, String token)
      throws Exception {
    String host = Peer.host(request.getConnectionMetaData().getRemoteSocketAddress());
    return switch (served.tokens().orElseThrow().judge(token, host)) {
      case Judgement.Accepted(Identity.Known identity, Credential credential) -> {
        request.setAttribute(Identity.ATTRIBUTE, identity);
        request.setAttribute(Credential.ATTRIBUTE, credential);
        yield begin(request, response, callback);
      }
      case Judgement.Refused(String reason) -> {
        refusals.refused(host, "token: " + reason);
        BearerToken.challenge(response.getHeaders(), Optional.of(reason));
        yield answer(
            response, callback, HttpStatus.UNAUTHORIZED_401, "The token is refused: " + reason);
      }
      case Judgement.Later(String reason, Duration retryIn) -> {
        refusals.refused(host, "token: " + reason);
        response.getHeaders().put(HttpHeader.RETRY_AFTER, retryIn.toSeconds());
        yield answer(
            response,
            callback,
            HttpStatus.SERVICE_UNAVAILABLE_503,
            "The token cannot be checked yet: "
                + reason
                + "; retry in "
                + retryIn.toSeconds()
                + " s");
      }
    };
  }

  private boolean withCertificate(Request request, Response response, Callback callback)
      throws Exception {
    var standing =
        (StandingPeer) request.getConnectionMetaData().getAttribute(StandingPeer.ATTRIBUTE);
    Peer peer;
    try {
      peer = standing.now();
    } catch (IOException e) {
      return refuse(
          request,
          response,
          callback,
          "the credential is not valid any more: " + e.getMessage(),
          "Your credential is not valid any more. Renew it and connect again");
    }
    if (peer.identity().isEmpty() && served.tokens().isPresent()) {
      BearerToken.challenge(response.getHeaders(), Optional.empty());
      refusals.refused(
          Peer.host(request.getConnectionMetaData().getRemoteSocketAddress()),
          "neither a certificate nor a token was shown");
      return answer(
          response,
          callback,
          HttpStatus.UNAUTHORIZED_401,
          "A grid certificate, a proxy or a bearer token is needed; none was shown");
    }
    if (peer.identity().isEmpty()) {
      return refuse(
          request,
          response,
          callback,
          "no certificate was shown",
          "A grid certificate or proxy is needed; none was shown");
    }
    request.setAttribute(Identity.ATTRIBUTE, peer.identity().get());
    request.setAttribute(Credential.ATTRIBUTE, peer.credential().orElseThrow());
    Object delegated = request.getConnectionMetaData().getAttribute(Delegation.ATTRIBUTE);
    if (delegated != null) {
      request.setAttribute(Delegation.ATTRIBUTE, delegated);
    }
    return begin(request, response, callback);
  }

  private boolean begin(Request request, Response response, Callback callback) throws Exception {
    AwaitedRequest awaited =
        AwaitedRequest.begin(underOneName(request), connections, served.bodyTimeout());
    Callback end = awaited.answered(callback);
    Response paced = awaited.paced(response, served.answerTimeout());
    if (Thread.currentThread().isVirtual()) {
      return super.handle(awaited, paced, end);
    }
    // The first request of a connection comes on the thread that finished the handshake.
    virtualThreads.execute(() -> serve(awaited, paced, end));
    return true;
  }

  /**
   * StoRM's clients and hand-written endpoints name the service in many ways: without a path, with
   * a slash too many, or with a slash at the end.
   */
  private boolean isTheService(String asked) {
    if (served.path().isEmpty()) {
      return true;
    }
    String path = served.path().get();
    String plain = SLASHES.matcher(asked).replaceAll("/");
    return plain.equals("/") || plain.equals(path) || plain.equals(path + "/");
  }

  private Request underOneName(Request request) {
    HttpURI asked = request.getHttpURI();
    return served
        .path()
        .filter(path -> !path.equals(asked.getPath()))
        .map(path -> Request.serveAs(request, HttpURI.build(asked).path(path).asImmutable()))
        .orElse(request);
  }

  private boolean refuse(
      Request request, Response response, Callback callback, String reason, String line) {
    refusals.refused(Peer.host(request.getConnectionMetaData().getRemoteSocketAddress()), reason);
    return answer(response, callback, HttpStatus.FORBIDDEN_403, line);
  }

  private void serve(Request request, Response response, Callback callback) {
    try {
      if (!super.handle(request, response, callback)) {
        Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
      }
    } catch (Exception | Error e) {
      Response.writeError(request, response, callback, e);
    }
  }

  /**
   * On the selector's thread, which would answer one client for ever that sends requests faster
   * than it answers them: so it is the last answer of the connection.
   */
  private static boolean answer(Response response, Callback callback, int status, String line) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
    byte[] text = (line + "\n").getBytes(StandardCharsets.UTF_8);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, text.length);
    response.write(true, ByteBuffer.wrap(text), callback);
    return true;
  }
}
