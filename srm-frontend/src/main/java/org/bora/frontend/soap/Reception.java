package org.bora.frontend.soap;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.ReturnStatus;
import org.bora.door.admit.Verdict;
import org.bora.door.admit.turn.CallerTurns;
import org.bora.door.audit.Access;
import org.bora.door.audit.Attempt;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Delegation;
import org.bora.port.Sending;

/**
 * Reads the body of a call after admission, within the size and time that admission allows, and has
 * the call answered. Errors of HTTP are answered here. Thread safe.
 */
final class Reception {
  /** A caller that is not let in has this part of the time for a request. */
  private static final int REFUSED_PART = 6;

  /** Requests of callers whom the site does not serve that are read at the same time. */
  private static final int UNSERVED_AT_ONCE = 64;

  private final SoapSettings settings;
  private final BodyReader bodies;
  private final SrmInvoker calls;
  private final SrmEndpoint endpoint;
  private final Semaphore unserved = new Semaphore(UNSERVED_AT_ONCE);
  private final CallerTurns reading = new CallerTurns(Runtime.getRuntime().availableProcessors());

  /**
   * @param clock measures how long clients need to send
   * @param calls gets calls that never reach the endpoint
   */
  Reception(SoapSettings settings, Clock clock, SrmInvoker calls, SrmEndpoint endpoint) {
    this.settings = settings;
    this.bodies = new BodyReader(settings, clock);
    this.calls = calls;
    this.endpoint = endpoint;
  }

  /** Answers a call, or aborts the connection by an IOException. */
  void receive(
      String trace, Verdict verdict, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    switch (verdict) {
      case Verdict.Admitted _, Verdict.Busy _, Verdict.NotReady _ ->
          read(trace, verdict, request, response);
      case Verdict.Unproven _ -> unserved(trace, verdict, request, response);
      case Verdict.Banned banned -> banned(trace, banned, request, response);
    }
  }

  /**
   * A fault, because a reply would name the operation, and the request of a banned caller is not
   * read.
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
   * The answer names the operation, so the request is read, with little memory and for a short time
   * only, so that a refused caller does not delay others.
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
            case NO_ROOM -> noRoom(verdict, Verdict.Full.SERVER);
            case NO_SHARE -> noRoom(verdict, Verdict.Full.MEMORY_OF_CALLER);
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

  /** Within the time limit of bodies, those that are being sent now have released their memory. */
  private Verdict noRoom(Verdict verdict, Verdict.Full full) {
    return new Verdict.Busy(verdict.dn(), full, settings.bodyTimeout());
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
      SoapVisit visit = new SoapVisit(trace, verdict, access(request), delegated, body, flaw, turn);
      endpoint.answer(visit, response);
    }
  }

  private static Access access(HttpServletRequest request) {
    return new Access(
        Objects.requireNonNullElse(request.getRemoteAddr(), "unknown"),
        Optional.ofNullable((Credential) request.getAttribute(Credential.ATTRIBUTE)),
        request.getAttribute(Delegation.ATTRIBUTE) != null);
  }
}
