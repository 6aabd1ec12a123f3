package org.bora.s3;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.accesskey.SigningKeyRequest;
import org.bora.api.word.Call;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.http.Reasons;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.s3.answer.S3Error;
import org.bora.s3.cors.Preflight;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers preflight requests: a browser asks, before the request of a script, whether its page may
 * send it. Such a request has no signature; the answer reveals only the CORS rules of a bucket,
 * which are not secret. Thread safe.
 */
final class Preflights extends Handler.Wrapper {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final RememberedCors cors;
  private final Backend backend;
  private final String host;
  private final List<String> hosts;
  private final Clock clock;

  /**
   * @param host of the service, for SURLs
   * @param hosts names of the service
   */
  Preflights(
      Handler service,
      RememberedCors cors,
      Backend backend,
      String host,
      List<String> hosts,
      Clock clock) {
    super(service);
    this.cors = Objects.requireNonNull(cors, "cors");
    this.backend = Objects.requireNonNull(backend, "backend");
    this.host = Objects.requireNonNull(host, "host");
    this.hosts = List.copyOf(hosts);
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (!request.getMethod().equals("OPTIONS")) {
      return super.handle(request, response, callback);
    }
    try {
      Map<String, String> headers = answer(request);
      headers.forEach((name, value) -> response.getHeaders().put(name, value));
      response.setStatus(HttpStatus.OK_200);
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 0);
      callback.succeeded();
    } catch (Refused refusal) {
      SignedCallers.refuse(request, response, callback, S3Error.of(refusal));
    }
    return true;
  }

  private Map<String, String> answer(Request request) throws Refused {
    String bucket =
        S3Question.read(request, hosts)
            .bucket()
            .orElseThrow(() -> S3Error.METHOD_NOT_ALLOWED.because("the request names no bucket"));
    Preflight asked = Preflight.of(request.getHeaders());
    String address = Request.getRemoteAddr(request);
    Engine engine = new Engine(backend, () -> call(address), host);
    try {
      return asked.answer(cors.of(bucket, engine, address));
    } catch (NoTurn none) {
      throw Reasons.of(none);
    } catch (BackendFailure failure) {
      throw Reasons.of(failure);
    }
  }

  private Call call(String address) {
    return new Call(
        SigningKeyRequest.unproven(address),
        clock.instant().plus(PATIENCE),
        UUID.randomUUID().toString());
  }
}
