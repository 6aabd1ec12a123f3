package org.bora.door.gsi.door;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.bora.api.bearer.TurlToken;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Delegation;
import org.bora.door.gsi.Identity;
import org.bora.door.token.BearerJudge;
import org.bora.door.token.Tokens.Judgement;
import org.bora.door.turl.TurlJudge;
import org.bora.door.turl.TurlJudge.Judged;
import org.bora.port.AwaitedRequest;
import org.bora.port.OpenConnections;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Passes requests for the service to it, on a virtual thread and with the {@link Identity} of the
 * connection and its {@link Delegation} as attributes. All other requests get one line of text.
 */
final class DoorHandler extends Handler.Wrapper {

  private final Served served;
  private final ServicePath path;
  private final OpenConnections connections;
  private final Executor virtualThreads;
  private final BooleanSupplier leaving;
  private final Refusals refusals;

  /**
   * What requests are passed to.
   *
   * @param path of the service; empty: every path
   * @param bodyTimeout maximum time to send a request, from the end of its head
   * @param answerTimeout maximum time to receive an answer, besides a minimum rate
   * @param by where the caller is identified
   * @param tokens verifies bearer tokens; empty: only certificates count
   * @param turls verifies transfer URLs; empty: there are none
   */
  record Served(
      Optional<String> path,
      Handler handler,
      Duration bodyTimeout,
      Duration answerTimeout,
      By by,
      Optional<BearerJudge> tokens,
      Optional<TurlJudge> turls) {}

  /** Where the caller is identified. */
  enum By {
    /** Here: by the certificate, or by a token where tokens are judged. */
    CERTIFICATE,
    /** In the handler behind. */
    HANDLER
  }

  /**
   * @param leaving whether connections end with the next answer
   * @param refusals gets clients without a certificate
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
    this.path = new ServicePath(served.path());
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
    if (!path.isTheService(Request.getPathInContext(request))) {
      return LastAnswer.send(
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

  /** The token determines the caller, whatever certificate the connection has. */
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
        yield LastAnswer.send(
            response, callback, HttpStatus.UNAUTHORIZED_401, "The token is refused: " + reason);
      }
      case Judgement.Later(String reason, Duration retryIn) -> {
        refusals.refused(host, "token: " + reason);
        yield LastAnswer.later(
            response, callback, "The token cannot be checked yet: " + reason, retryIn);
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
    Optional<String> turl =
        peer.identity().isEmpty() && served.turls().isPresent()
            ? TurlJudge.askedBare(request)
            : Optional.empty();
    if (turl.isPresent()) {
      return withTurl(request, response, callback, turl.get());
    }
    if (peer.identity().isEmpty() && served.tokens().isPresent()) {
      BearerToken.challenge(response.getHeaders(), Optional.empty());
      refusals.refused(
          Peer.host(request.getConnectionMetaData().getRemoteSocketAddress()),
          "neither a certificate nor a token was shown");
      return LastAnswer.send(
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

  /** A transfer URL alone is enough for its transfer. */
  private boolean withTurl(Request request, Response response, Callback callback, String turl)
      throws Exception {
    String host = Peer.host(request.getConnectionMetaData().getRemoteSocketAddress());
    return switch (served.turls().orElseThrow().judge(turl, request.getHttpURI().getPath(), host)) {
      case Judged.Good(TurlToken token) -> {
        request.setAttribute(Identity.ATTRIBUTE, new Identity.Known(token.holder().caller(host)));
        request.setAttribute(Credential.ATTRIBUTE, TurlJudge.credential(token));
        yield begin(request, response, callback);
      }
      case Judged.Refused(String reason) ->
          refuse(
              request,
              response,
              callback,
              "transfer URL: " + reason,
              "The transfer URL is refused: " + reason);
      case Judged.Later(String reason, Duration retryIn) -> {
        yield LastAnswer.later(response, callback, reason, retryIn);
      }
    };
  }

  private boolean begin(Request request, Response response, Callback callback) throws Exception {
    AwaitedRequest awaited =
        AwaitedRequest.begin(path.underOneName(request), connections, served.bodyTimeout());
    Response paced = awaited.paced(response, served.answerTimeout());
    Callback end = awaited.answered(paced, callback);
    if (Thread.currentThread().isVirtual()) {
      return super.handle(awaited, paced, end);
    }
    // The first request of a connection comes on the thread that finished the handshake.
    virtualThreads.execute(() -> serve(awaited, paced, end));
    return true;
  }

  private boolean refuse(
      Request request, Response response, Callback callback, String reason, String line) {
    refusals.refused(Peer.host(request.getConnectionMetaData().getRemoteSocketAddress()), reason);
    return LastAnswer.send(response, callback, HttpStatus.FORBIDDEN_403, line);
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
}
