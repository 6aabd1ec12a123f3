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
import org.bora.door.Sending;
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

  /** For the body of any request that stores none, from the end of its head. */
  private static final Duration SMALL_BODY = Duration.ofSeconds(30);

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
   * @param rooms where requests are let in
   * @param areas where the bytes are
   * @param host of the service, as SURLs name it
   * @param audit is told of every request before its answer leaves
   * @param threads for requests; their calls of the filesystem block
   * @param traces gives each request an identifier
   */
  public record Parts(
      Backend backend,
      Rooms rooms,
      MountedAreas areas,
      String host,
      AccessAudit audit,
      Executor threads,
      Supplier<String> traces) {
    public Parts {
      Objects.requireNonNull(backend, "backend");
      Objects.requireNonNull(rooms, "rooms");
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

  /** Nothing is done, and no thread taken, for a request without a place. */
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (!request.getMethod().equals("PUT")
        && request.getAttribute(Sending.ATTRIBUTE) instanceof Sending sending) {
      sending.within(SMALL_BODY);
    }
    Identity identity = (Identity) request.getAttribute(Identity.ATTRIBUTE);
    Verdict verdict = parts.rooms().admit(request, identity);
    Executor where = verdict instanceof Verdict.Admitted ? parts.threads() : Runnable::run;
    try {
      where.execute(() -> serve(request, response, callback, verdict));
    } catch (RuntimeException | Error notBegun) {
      verdict.close();
      throw notBegun;
    }
    return true;
  }

  private void serve(Request request, Response response, Callback callback, Verdict place) {
    String trace = parts.traces().get();
    try (MDC.MDCCloseable _ = MDC.putCloseable(TRACE, trace);
        Verdict verdict = place) {
      Attempt attempt = new Attempt(name(request), trace, verdict.dn());
      Answering answering =
          new Answering(request, response, attempt, verdict, parts.audit().begin());
      try {
        answer(answering);
        callback.succeeded();
      } catch (IOException | RuntimeException e) {
        LOG.info(
            "{} of {} ended before its answer did: {}",
            method(answering),
            dn(answering),
            LogText.of(String.valueOf(e.getMessage())));
        callback.failed(e);
      }
    } catch (Throwable broken) {
      LOG.error("{} failed unexpectedly", name(request), broken);
      callback.failed(broken);
    }
  }

  /** Of a method, for log and audit: what clients make up themselves has one name. */
  private static String name(Request request) {
    return METHODS.containsKey(request.getMethod()) ? request.getMethod() : "another method";
  }

  /** A request on its way to its answer. */
  private record Answering(
      Request request, Response response, Attempt attempt, Verdict verdict, long begunNanos) {}

  private void answer(Answering to) throws IOException {
    switch (to.verdict()) {
      case Verdict.Admitted admitted -> admitted(to, admitted);
      case Verdict.Refused refused -> {
        if (refused instanceof Verdict.Banned banned) {
          LOG.info("{} refused dn={}: banned by {}", method(to), dn(to), LogText.of(banned.what()));
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
      var identity = (Identity) to.request().getAttribute(Identity.ATTRIBUTE);
      Visit visit =
          new Visit(
              to.request(),
              to.response(),
              Name.of(to.request().getHttpURI().getPath()),
              new Upload.Ground(
                  engine,
                  parts.areas(),
                  new StillServed(() -> parts.rooms().banned().test(identity), nanos),
                  nanos),
              _ -> told(to, Optional.empty()));
      method.serve(visit);
    } catch (Refused refusal) {
      refuse(to, refusal);
    } catch (NoTurn none) {
      refuse(to, Reasons.of(none));
    } catch (BackendFailure failure) {
      LOG.error("{} failed dn={}: {}", method(to), dn(to), LogText.of(failure.getMessage()));
      refuse(to, Reasons.of(failure));
    } catch (StorageException failure) {
      if (!Reasons.isOfTheClient(failure)) {
        LOG.error("{} failed dn={}", method(to), dn(to), failure);
      }
      refuse(to, Reasons.of(failure, to.attempt().trace()));
    } catch (IOException failure) {
      refuse(to, Reasons.ofBody(failure));
    }
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
    if (refusal.mayRetry() && !response.getHeaders().contains(HttpHeader.RETRY_AFTER)) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, refusal.retryIn().toSeconds());
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
