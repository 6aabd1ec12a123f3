package org.bora.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.word.Call;
import org.bora.api.word.LogText;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.frontend.admit.Admission;
import org.bora.frontend.admit.Verdict;
import org.bora.frontend.admit.turn.NoTurn;
import org.bora.frontend.audit.Access;
import org.bora.frontend.audit.AccessAudit;
import org.bora.frontend.gsi.Credential;
import org.bora.frontend.gsi.Identity;
import org.bora.frontend.reply.Attempt;
import org.bora.storage.spi.StorageException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Serves requests whose caller the port has identified ({@link Identity#ATTRIBUTE}): admits them,
 * gives them a thread, and answers whatever becomes of them. Thread safe.
 */
public final class DavHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(DavHandler.class);
  private static final String TRACE = "trace";
  private static final String RETRY_SECONDS = "10";
  private static final String TEXT = "text/plain;charset=utf-8";

  /** One method of HTTP. */
  @FunctionalInterface
  private interface Method {
    void serve(Visit visit) throws Refused, IOException;
  }

  private static final Map<String, Method> METHODS =
      Map.of(
          "GET", Reading::serve,
          "HEAD", Reading::serve,
          "PUT", Writing::serve,
          "PROPFIND", Propfind::serve,
          "DELETE", Changing::delete,
          "MKCOL", Changing::makeDirectory,
          "MOVE", Changing::move,
          "COPY", Changing::copy,
          "OPTIONS", DavHandler::options);

  private static final String ALLOWED =
      "COPY, DELETE, GET, HEAD, MKCOL, MOVE, OPTIONS, PROPFIND, PUT";

  /**
   * What the door is made of.
   *
   * @param backend is asked for everything but bytes
   * @param areas where the bytes are
   * @param host of the service, as SURLs name it
   * @param audit is told of every request before its answer leaves
   * @param threads for requests; their calls of the filesystem block
   * @param traces gives each request an identifier
   */
  public record Parts(
      Backend backend,
      Admission admission,
      MountedAreas areas,
      String host,
      AccessAudit audit,
      Executor threads,
      Supplier<String> traces) {
    public Parts {
      Objects.requireNonNull(backend, "backend");
      Objects.requireNonNull(admission, "admission");
      Objects.requireNonNull(areas, "areas");
      Objects.requireNonNull(host, "host");
      Objects.requireNonNull(audit, "audit");
      Objects.requireNonNull(threads, "threads");
      Objects.requireNonNull(traces, "traces");
    }
  }

  private final Parts parts;
  private final Clock clock;
  private final LongSupplier nanos;

  /**
   * @param clock gives deadlines
   * @param nanos as {@link System#nanoTime}
   */
  public DavHandler(Parts parts, Clock clock, LongSupplier nanos) {
    super(InvocationType.NON_BLOCKING);
    this.parts = Objects.requireNonNull(parts, "parts");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    parts.threads().execute(() -> serve(request, response, callback));
    return true;
  }

  private void serve(Request request, Response response, Callback callback) {
    String trace = parts.traces().get();
    Identity identity = (Identity) request.getAttribute(Identity.ATTRIBUTE);
    try (MDC.MDCCloseable _ = MDC.putCloseable(TRACE, trace);
        Verdict verdict = parts.admission().admit(identity)) {
      Attempt attempt = new Attempt(request.getMethod(), trace, verdict.dn());
      Answering answering =
          new Answering(request, response, attempt, verdict, parts.audit().begin());
      try {
        answer(answering);
        callback.succeeded();
      } catch (IOException | RuntimeException e) {
        LOG.info(
            "{} of {} ended before its answer did: {}",
            LogText.of(request.getMethod()),
            LogText.of(verdict.dn()),
            LogText.of(String.valueOf(e.getMessage())));
        callback.failed(e);
      }
    } catch (Throwable broken) {
      LOG.error("{} failed unexpectedly", LogText.of(request.getMethod()), broken);
      callback.failed(broken);
    }
  }

  /** A request on its way to its answer. */
  private record Answering(
      Request request, Response response, Attempt attempt, Verdict verdict, long begunNanos) {}

  private void answer(Answering to) throws IOException {
    switch (to.verdict()) {
      case Verdict.Admitted admitted -> admitted(to, admitted);
      case Verdict.Banned banned -> {
        LOG.info("{} refused dn={}: banned by {}", method(to), dn(to), LogText.of(banned.what()));
        refuse(to, new Refused(HttpStatus.FORBIDDEN_403, "this site does not serve you"));
      }
      case Verdict.Unproven unproven ->
          refuse(to, new Refused(HttpStatus.FORBIDDEN_403, unproven.reason()));
      case Verdict.NotReady _ -> refuse(to, busy("the server is not ready yet"));
      case Verdict.Busy full ->
          refuse(
              to, busy(full.own() ? "you have too many calls in progress" : "the server is busy"));
    }
  }

  private static String method(Answering to) {
    return LogText.of(to.attempt().operation());
  }

  private static String dn(Answering to) {
    return LogText.of(to.verdict().dn());
  }

  private static Refused busy(String why) {
    return new Refused(
        HttpStatus.SERVICE_UNAVAILABLE_503, why + ", retry in " + RETRY_SECONDS + " s");
  }

  private void admitted(Answering to, Verdict.Admitted admitted) throws IOException {
    Duration patience = Duration.between(clock.instant(), admitted.deadline());
    Engine engine =
        new Engine(
            parts.backend(),
            () -> new Call(admitted.caller(), clock.instant().plus(patience), to.attempt().trace()),
            parts.host());
    try {
      parts.audit().check();
      Method method = METHODS.get(to.request().getMethod());
      if (method == null) {
        to.response().getHeaders().put(HttpHeader.ALLOW, ALLOWED);
        throw new Refused(HttpStatus.METHOD_NOT_ALLOWED_405, "not a method that is served here");
      }
      Visit visit =
          new Visit(
              to.request(),
              to.response(),
              Name.of(to.request().getHttpURI().getPath()),
              new Upload.Ground(engine, parts.areas(), nanos),
              _ -> told(to, Optional.empty()));
      method.serve(visit);
    } catch (Refused refusal) {
      refuse(to, refusal);
    } catch (NoTurn none) {
      refuse(to, busy("the server is busy"));
    } catch (BackendFailure failure) {
      LOG.error("{} failed dn={}: {}", method(to), dn(to), LogText.of(failure.getMessage()));
      refuse(
          to,
          new Refused(
              failure.kind() == BackendFailure.Kind.PERMANENT
                  ? HttpStatus.INTERNAL_SERVER_ERROR_500
                  : HttpStatus.SERVICE_UNAVAILABLE_503,
              failure.getMessage()));
    } catch (StorageException failure) {
      refuse(to, refusal(to, failure));
    }
  }

  private static Refused refusal(Answering to, StorageException failure) {
    return switch (failure.reason()) {
      case NO_SPACE, QUOTA ->
          new Refused(HttpStatus.INSUFFICIENT_STORAGE_507, "no space is left for the file");
      case MISSING ->
          new Refused(HttpStatus.CONFLICT_409, "the file went away while it was worked on");
      default -> {
        LOG.error("{} failed dn={}", method(to), dn(to), failure);
        yield new Refused(
            HttpStatus.SERVICE_UNAVAILABLE_503,
            "the storage of this area does not work as it should; quote " + to.attempt().trace());
      }
    };
  }

  /** Once the answer has begun there is no other way to say so but to end the connection. */
  private void refuse(Answering to, Refused refusal) throws IOException {
    if (to.response().isCommitted()) {
      throw new IOException(refusal.getMessage());
    }
    LOG.info("{} refused dn={}: {}", method(to), dn(to), LogText.of(refusal.getMessage()));
    told(to, Optional.of(refusal));
    Response response = to.response();
    response.setStatus(refusal.status());
    byte[] text = (refusal.getMessage() + "\n").getBytes(StandardCharsets.UTF_8);
    response.getHeaders().remove(HttpHeader.ETAG);
    response.getHeaders().remove(HttpHeader.LAST_MODIFIED);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, TEXT);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, String.valueOf(text.length));
    if (refusal.status() == HttpStatus.SERVICE_UNAVAILABLE_503
        && !response.getHeaders().contains(HttpHeader.RETRY_AFTER)) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_SECONDS);
    }
    if (!to.request().getMethod().equals("HEAD")) {
      org.eclipse.jetty.io.Content.Sink.write(response, false, java.nio.ByteBuffer.wrap(text));
    }
  }

  /** Whose line is not in the audit log is not answered. */
  private void told(Answering to, Optional<Refused> refusal) {
    Object credential = to.request().getAttribute(Credential.ATTRIBUTE);
    Access access =
        new Access(
            Request.getRemoteAddr(to.request()),
            Optional.ofNullable((Credential) credential),
            false);
    if (refusal.isEmpty()) {
      parts.audit().served(to.attempt(), to.verdict(), access, to.begunNanos(), Optional.empty());
      return;
    }
    ReturnStatus status = ReturnStatus.of(SrmStatus.FAILURE, refusal.get().getMessage());
    parts
        .audit()
        .refused(
            to.attempt(),
            to.verdict(),
            access,
            to.begunNanos(),
            new AccessAudit.Refusal(status, java.util.List::of));
  }

  private static void options(Visit visit) {
    visit.header(HttpHeader.ALLOW.asString(), ALLOWED);
    visit.header("DAV", "1");
    visit.header("MS-Author-Via", "DAV");
    visit.answer(HttpStatus.OK_200);
  }
}
