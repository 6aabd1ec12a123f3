package org.bora.door.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.bora.api.BackendFailure;
import org.bora.api.figures.CallError;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.CallTarget;
import org.bora.api.figures.LastErrors;
import org.bora.api.word.Call;
import org.bora.api.word.LogText;
import org.bora.door.admit.Verdict;
import org.bora.door.admit.Verdict.Full;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.audit.Access;
import org.bora.door.audit.AccessAudit;
import org.bora.door.audit.Attempt;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Identity;
import org.bora.port.Sending;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The handler in front of an {@link HttpService}: it admits requests, whose caller the port has
 * identified ({@link Identity#ATTRIBUTE}), gives them a thread, writes them to the audit log, and
 * always answers them. Thread safe.
 */
public final class ServiceHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceHandler.class);
  private static final String TRACE = "trace";

  /** For the body of any request that stores none, from the end of its head. */
  private static final Duration SMALL_BODY = Duration.ofSeconds(30);

  /** When the same request may be served on another connection. */
  private static final Duration ON_ANOTHER = Duration.ofSeconds(1);

  /**
   * The common parts of all services of a port.
   *
   * @param audit records every request before its answer is sent
   * @param banned whether a caller is banned now; also checked during a request
   * @param threads for requests, whose filesystem calls block
   * @param traces gives each request an identifier
   * @param clock gives deadlines
   * @param nanos as {@link System#nanoTime}
   * @param errors remembers the requests that failed
   */
  public record Parts(
      AccessAudit audit,
      Predicate<Identity> banned,
      Executor threads,
      Supplier<String> traces,
      Clock clock,
      LongSupplier nanos,
      LastErrors errors) {
    public Parts {
      Objects.requireNonNull(audit, "audit");
      Objects.requireNonNull(banned, "banned");
      Objects.requireNonNull(threads, "threads");
      Objects.requireNonNull(traces, "traces");
      Objects.requireNonNull(clock, "clock");
      Objects.requireNonNull(nanos, "nanos");
      Objects.requireNonNull(errors, "errors");
    }
  }

  private final HttpService service;
  private final Parts parts;

  public ServiceHandler(HttpService service, Parts parts) {
    super(InvocationType.NON_BLOCKING);
    this.service = Objects.requireNonNull(service, "service");
    this.parts = Objects.requireNonNull(parts, "parts");
  }

  /** The services of one port; each gets the requests that those before it do not answer. */
  public static Handler of(List<HttpService> services, Parts parts) {
    return new Handler.Sequence(
        services.stream()
            .map(service -> new ServiceHandler(service, parts))
            .toArray(Handler[]::new));
  }

  /** Nothing is done, and no thread taken, for a request without a place. */
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (!service.isFor(request)) {
      return false;
    }
    String dn = identity(request).dn();
    Sending.Stay stay = stay(request);
    Verdict verdict =
        switch (stay) {
          case YES -> service.room(request).admit(identity(request));
          case TOO_MANY -> new Verdict.Busy(dn, Full.CONNECTIONS_OF_CALLER, Reasons.SOON);
          case ENDING -> new Verdict.Busy(dn, Full.CONNECTION, ON_ANOTHER);
        };
    if (stay != Sending.Stay.YES) {
      response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
    }
    Executor where = verdict instanceof Verdict.Admitted ? parts.threads() : Runnable::run;
    try {
      where.execute(() -> serve(request, response, callback, verdict));
    } catch (RuntimeException | Error notBegun) {
      verdict.close();
      throw notBegun;
    }
    return true;
  }

  /** A token or a key has not told the port before whose the connection is. */
  private Sending.Stay stay(Request request) {
    if (!(request.getAttribute(Sending.ATTRIBUTE) instanceof Sending sending)) {
      return Sending.Stay.YES;
    }
    if (!service.storesBody(request)) {
      sending.within(SMALL_BODY);
    }
    return sending.comesFrom(identity(request).dn());
  }

  private static Identity identity(Request request) {
    return (Identity) request.getAttribute(Identity.ATTRIBUTE);
  }

  private void serve(Request request, Response response, Callback callback, Verdict place) {
    String trace = parts.traces().get();
    try (MDC.MDCCloseable _ = MDC.putCloseable(TRACE, trace);
        Verdict verdict = place) {
      Attempt attempt =
          new Attempt(
              service.name(request),
              trace,
              verdict.dn(),
              () -> CallTarget.of(service.objects(request)));
      AccessLine line =
          new AccessLine(
              parts.audit(), attempt, verdict, access(request), () -> service.objects(request));
      Answering answering = new Answering(request, response, attempt, verdict, line);
      try {
        answer(answering);
        callback.succeeded();
      } catch (IOException | RuntimeException e) {
        broken(answering, e);
        callback.failed(e);
      }
    } catch (Throwable broken) {
      LOG.error("{} failed unexpectedly", service.name(request), broken);
      callback.failed(broken);
    }
  }

  /** A request that is being answered. */
  private record Answering(
      Request request, Response response, Attempt attempt, Verdict verdict, AccessLine line) {}

  /** No answer, or no whole one, can reach the client. */
  private static void broken(Answering to, Exception why) {
    LOG.info(
        "{} of {}{} ended before its answer did: {}",
        method(to),
        dn(to),
        target(to),
        LogText.of(String.valueOf(why.getMessage())));
    try {
      to.line().broken("the request ended before its answer: " + why.getMessage());
    } catch (BackendFailure unrecorded) {
      // the audit log has told why, and there is no answer that must not leave
    }
  }

  private void answer(Answering to) throws IOException {
    switch (to.verdict()) {
      case Verdict.Admitted admitted -> admitted(to, admitted);
      case Verdict.Refused refused -> {
        if (refused instanceof Verdict.Banned banned) {
          LOG.info(
              "{} refused dn={}{}: banned by {}",
              method(to),
              dn(to),
              target(to),
              LogText.of(banned.what()));
        }
        refuse(to, Reasons.of(refused));
      }
    }
  }

  private static String method(Answering to) {
    return LogText.of(to.attempt().operation());
  }

  private static String dn(Answering to) {
    return LogText.of(to.verdict().dn());
  }

  private static String target(Answering to) {
    return CallTarget.inLine(to.attempt().target().get());
  }

  private void admitted(Answering to, Verdict.Admitted admitted) throws IOException {
    Clock clock = parts.clock();
    Duration patience = Duration.between(clock.instant(), admitted.deadline());
    Identity identity = identity(to.request());
    String trace = to.attempt().trace();
    try {
      parts.audit().check();
      service.serve(
          new Exchange(
              to.request(),
              to.response(),
              () -> new Call(admitted.caller(), clock.instant().plus(patience), trace),
              trace,
              new StillServed(() -> parts.banned().test(identity), parts.nanos()),
              to.line()));
    } catch (Refused refusal) {
      result(refusal).ifPresent(result -> remember(to, refusal, result));
      refuse(to, refusal);
    } catch (NoTurn none) {
      refuse(to, Reasons.of(none));
    } catch (BackendFailure failure) {
      LOG.error(
          "{} failed dn={}{}: {}",
          method(to),
          dn(to),
          target(to),
          LogText.of(failure.getMessage()));
      remember(to, Reasons.of(failure), CallResult.FAILED);
      refuse(to, Reasons.of(failure));
    } catch (IOException failure) {
      refuse(to, Reasons.ofBody(failure));
    } catch (RuntimeException | Error unexpected) {
      if (unexpected instanceof HttpException) {
        throw unexpected; // of a request that is not HTTP: the port answers it
      }
      LOG.error("{} failed unexpectedly dn={}{}", method(to), dn(to), target(to), unexpected);
      remember(to, Reasons.unexpected(trace), CallResult.FAILED);
      refuse(to, Reasons.unexpected(trace));
    }
  }

  /** For a failure that is not the client's fault; all others are only in the audit log. */
  private static Optional<CallResult> result(Refused refusal) {
    if (refusal.srm().isPresent()) {
      return refusal.srm().map(CallResult::of).filter(CallResult.FAILED::equals);
    }
    if (refusal.status() < HttpStatus.INTERNAL_SERVER_ERROR_500
        || refusal.status() == HttpStatus.NOT_IMPLEMENTED_501) {
      return Optional.empty();
    }
    return Optional.of(refusal.mayRetry() ? CallResult.BUSY : CallResult.FAILED);
  }

  private void remember(Answering to, Refused refusal, CallResult result) {
    parts
        .errors()
        .add(
            new CallError(
                parts.clock().instant(),
                to.attempt().operation(),
                result,
                "HTTP " + refusal.status(),
                refusal.getMessage(),
                to.attempt().trace(),
                Optional.empty(),
                to.verdict().dn(),
                to.attempt().target().get()));
  }

  /** Once the answer has begun there is no other way to say so but to end the connection. */
  private void refuse(Answering to, Refused refusal) throws IOException {
    if (to.response().isCommitted()) {
      throw new IOException(refusal.getMessage());
    }
    LOG.info(
        "{} refused dn={}{}: {}", method(to), dn(to), target(to), LogText.of(refusal.getMessage()));
    to.line().refusing(refusal);
    HttpService.Body body = service.refusal(to.request(), refusal, to.attempt().trace());
    byte[] bytes = body.text().getBytes(StandardCharsets.UTF_8);
    Response response = to.response();
    response.setStatus(refusal.status());
    response.getHeaders().remove(HttpHeader.ETAG);
    response.getHeaders().remove(HttpHeader.LAST_MODIFIED);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, body.type());
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, String.valueOf(bytes.length));
    if (refusal.mayRetry() && !response.getHeaders().contains(HttpHeader.RETRY_AFTER)) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, refusal.retryIn().toSeconds());
    }
    if (!to.request().getMethod().equals("HEAD")) {
      Content.Sink.write(response, false, ByteBuffer.wrap(bytes));
    }
  }

  private static Access access(Request request) {
    Object credential = request.getAttribute(Credential.ATTRIBUTE);
    return new Access(
        Request.getRemoteAddr(request), Optional.ofNullable((Credential) credential), false);
  }
}
