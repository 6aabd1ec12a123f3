package org.bora.frontend.soap;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bora.api.Backend;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.ISRM;
import org.bora.door.Sending;
import org.bora.frontend.admit.Admission;
import org.bora.frontend.admit.Verdict;
import org.bora.frontend.admit.turn.CallerTurns;
import org.bora.frontend.audit.Access;
import org.bora.frontend.audit.AccessAudit;
import org.bora.frontend.figures.CallWatch;
import org.bora.frontend.gsi.Credential;
import org.bora.frontend.gsi.Delegation;
import org.bora.frontend.gsi.Identity;
import org.bora.frontend.reply.Attempt;
import org.bora.frontend.reply.FailureReplies;
import org.slf4j.MDC;

/**
 * The door before the endpoint. A POST is a call: it is admitted, its body read, and given to CXF
 * ({@link SrmEndpoint}); it is answered with an SRM status wherever it is clear what was called,
 * with a SOAP fault elsewhere. A GET shows the WSDL.
 */
public final class SrmServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  /** Where clients look for an SRM. */
  public static final String PATH = "/srm/managerv2";

  /** Under this name every line of the log has the call's identifier. */
  private static final String TRACE = "trace";

  /** A caller that is not let in has this part of the time for a request. */
  private static final int REFUSED_PART = 6;

  /** Requests of callers whom the site does not serve that are read at the same time. */
  private static final int UNSERVED_AT_ONCE = 64;

  private final transient Admission admission;
  private final transient Supplier<String> traces;
  private final transient SoapSettings settings;
  private final transient BodyReader bodies;
  private final transient SrmInvoker calls;
  private final transient SrmEndpoint endpoint;
  private final transient Semaphore unserved = new Semaphore(UNSERVED_AT_ONCE);
  private final transient CallerTurns reading =
      new CallerTurns(Runtime.getRuntime().availableProcessors());

  /**
   * @param audit is told of every call
   * @param clock measures how long clients take to send
   * @param traces gives each call an identifier of its own, in characters safe for a log line
   * @param watch sees every call
   */
  public SrmServlet(
      Backend backend,
      Admission admission,
      SoapSettings settings,
      AccessAudit audit,
      Clock clock,
      Supplier<String> traces,
      CallWatch watch) {
    this.admission = Objects.requireNonNull(admission, "admission");
    this.traces = Objects.requireNonNull(traces, "traces");
    this.settings = Objects.requireNonNull(settings, "settings");
    this.bodies = new BodyReader(settings, clock);
    FailureReplies failures = new FailureReplies(System::nanoTime);
    Function<Class<?>, ContractType> types = ContractType.all();
    Map<String, Operation<?, ?>> operations = Operations.of(backend, settings);
    this.calls =
        new SrmInvoker(
            operations, failures, audit, new ReplyStatus(types), new NamedSurls(types), watch);
    this.endpoint = SrmEndpoint.of(operations, types, calls, failures, settings);
  }

  /** The names of all operations of the contract. */
  public static Set<String> operations() {
    return Arrays.stream(ISRM.class.getMethods())
        .map(Method::getName)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Nothing but calls and the WSDL: TRACE would echo the head of a request. */
  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    switch (request.getMethod()) {
      case "GET", "HEAD", "POST" -> super.service(request, response);
      default -> notAllowed(response);
    }
  }

  private static void notAllowed(HttpServletResponse response) throws IOException {
    response.setHeader("Allow", "POST");
    response.sendError(
        HttpServletResponse.SC_METHOD_NOT_ALLOWED, "SRM v2.2: POST a call, or GET ?wsdl");
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if ("wsdl".equalsIgnoreCase(request.getQueryString())) {
      endpoint.answer(getServletConfig(), request, response);
    } else {
      notAllowed(response);
    }
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Identity identity = (Identity) request.getAttribute(Identity.ATTRIBUTE);
    if (identity == null) {
      throw new IllegalStateException("the door set no identity");
    }
    String trace = traces.get();
    try (MDC.MDCCloseable _ = MDC.putCloseable(TRACE, trace);
        Verdict verdict = admission.admit(identity)) {
      switch (verdict) {
        case Verdict.Admitted _, Verdict.Busy _, Verdict.NotReady _ ->
            read(trace, verdict, request, response);
        case Verdict.Unproven _ -> unserved(trace, verdict, request, response);
        case Verdict.Banned banned -> banned(trace, banned, request, response);
      }
    }
  }

  /**
   * A fault, since no reply can be given: that would name what was called, and the request of a
   * banned caller is not waited for.
   */
  private void banned(
      String trace, Verdict.Banned banned, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Attempt attempt = new Attempt(SrmInvoker.UNREAD, trace, banned.dn());
    ReturnStatus told = calls.turnedAway(attempt, banned, access(request));
    response.setHeader("Connection", "close");
    String text = told.code().wireName() + ": " + told.explanation();
    fault(trace, banned, new Flaw(Flaw.Kind.TOLD, text), request, response);
  }

  /**
   * The answer names what was called, so the request is read. It may hold little, and only for a
   * short time: a caller whom the site does not serve must not keep others waiting.
   */
  private void unserved(
      String trace, Verdict verdict, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!unserved.tryAcquire()) {
      response.setHeader("Connection", "close");
      response.sendError(
          HttpServletResponse.SC_FORBIDDEN, "this site does not serve you (quote " + trace + ")");
      return;
    }
    try {
      read(trace, verdict, request, response);
    } finally {
      unserved.release();
    }
  }

  private void read(
      String trace, Verdict verdict, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (verdict instanceof Verdict.Refused
        && request.getAttribute(Sending.ATTRIBUTE) instanceof Sending sending) {
      sending.within(settings.bodyTimeout().dividedBy(REFUSED_PART));
    }
    Optional<String> coding = coding(request);
    if (coding.isPresent()) {
      notDecoded(trace, verdict, coding.get(), request, response);
      return;
    }
    try (Body body = bodies.read(request.getInputStream(), limit(verdict), verdict.dn())) {
      Verdict last =
          switch (body.extent()) {
            case WHOLE, CUT -> verdict;
            case NO_ROOM -> noRoom(verdict, false);
            case NO_SHARE -> noRoom(verdict, true);
          };
      answer(trace, last, body, Optional.empty(), request, response);
    } catch (BodyReader.TooSlow slow) {
      // what was called may not have arrived; the rest of it is not waited for
      response.setHeader("Connection", "close");
      fault(trace, verdict, new Flaw(Flaw.Kind.UNREADABLE, slow.getMessage()), request, response);
    }
  }

  /** In what the request is wrapped, which is not opened; empty where it comes as it is. */
  private static Optional<String> coding(HttpServletRequest request) {
    return Optional.ofNullable(request.getHeader("Content-Encoding"))
        .filter(coding -> !coding.isBlank() && !coding.strip().equalsIgnoreCase("identity"));
  }

  /** RFC 9110 sections 8.4 and 15.5.16: a few bytes may be the whole of a machine's memory. */
  private void notDecoded(
      String trace,
      Verdict verdict,
      String coding,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    Attempt attempt = new Attempt(SrmInvoker.UNREAD, trace, verdict.dn());
    calls.unreadable(attempt, verdict, "its Content-Encoding is " + coding, access(request));
    response.setHeader("Accept-Encoding", "identity");
    response.setHeader("Connection", "close");
    response.sendError(
        HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
        "send the request without Content-Encoding (quote " + trace + ")");
  }

  /** Within the time that a body may take, those that are being sent now have made room. */
  private Verdict noRoom(Verdict verdict, boolean own) {
    return new Verdict.Busy(verdict.dn(), own, settings.bodyTimeout());
  }

  /** A refused call holds no place, so nothing but this bounds what all of them hold together. */
  private int limit(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Admitted admitted -> settings.maxBodyBytes();
      case Verdict.Refused refused -> Math.min(settings.maxBodyBytes(), BodyReader.FREE_BYTES);
    };
  }

  private void fault(
      String trace,
      Verdict verdict,
      Flaw flaw,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    answer(trace, verdict, Body.of(new byte[0]), Optional.of(flaw), request, response);
  }

  private void answer(
      String trace,
      Verdict verdict,
      Body body,
      Optional<Flaw> flaw,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    var delegated =
        Optional.ofNullable((DelegatedCredential) request.getAttribute(Delegation.ATTRIBUTE));
    // held by nothing but the processors, so that it may be given to one caller after another
    try (CallerTurns.Turn turn = reading.turn(verdict.dn())) {
      request.setAttribute(
          Visit.ATTRIBUTE, new Visit(trace, verdict, access(request), delegated, body, flaw, turn));
      endpoint.answer(getServletConfig(), request, response);
    }
  }

  private static Access access(HttpServletRequest request) {
    return new Access(
        Objects.requireNonNullElse(request.getRemoteAddr(), "unknown"),
        Optional.ofNullable((Credential) request.getAttribute(Credential.ATTRIBUTE)),
        request.getAttribute(Delegation.ATTRIBUTE) != null);
  }
}
