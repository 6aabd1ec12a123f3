package org.bora.backend.audit;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.accesskey.SigningKeyRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.audit.AuditLines;
import org.bora.audit.AuditTrail;
import org.bora.audit.AuditUnavailable;
import org.bora.audit.AuditedCalls;
import org.bora.backend.authorise.Rulings;
import org.bora.backend.authorise.Rulings.Ruling;
import org.bora.backend.bulkhead.WaitingCaller;
import org.bora.backend.outcome.Outcome;

/**
 * Writes every served call to the audit log, after its work and before its answer: an {@code
 * operation} line for each SURL, or a single line if the call names none. docs/reference/audit.md
 * describes the fields. Thread safe.
 *
 * <p>Successful status queries are omitted unless configured, because clients send them every
 * second.
 */
public final class CallAudit {

  private final AuditedCalls calls;
  private final AuditTrail trail;

  public CallAudit(AuditedCalls calls) {
    this.calls = Objects.requireNonNull(calls, "calls");
    this.trail = calls.trail();
  }

  /** Does nothing. */
  public static CallAudit off() {
    return new CallAudit(AuditedCalls.off());
  }

  /**
   * Executes a call and records it; its answer may be sent after this returns.
   *
   * @param operation the name
   * @param request the question, in a type of {@code org.bora.api}
   * @throws BackendFailure also if the log cannot be written; before the work begins if that is
   *     already known
   */
  public <R extends Reply> R during(String operation, Call call, Object request, Supplier<R> work) {
    if (!trail.isOn()) {
      return work.get();
    }
    Rulings rulings = new Rulings();
    long begun = calls.nanos().getAsLong();
    Told told = new Told(operation, call, AuditedQuestion.of(request), rulings, begun, false);
    try {
      trail.check();
    } catch (AuditUnavailable known) {
      // the log has told why; a stack for every call would bury it
      throw BackendFailure.notBegun(AuditedCalls.NO_RECORDS);
    }
    // The first to set it has the call's answer: work that has ended, or who tells its
    // caller that it hangs.
    AtomicReference<Optional<BackendFailure>> heard = new AtomicReference<>();
    WaitingCaller.beforeTold(failure -> tellEarly(told, failure, heard));
    R reply;
    try {
      reply = rulings.bound().call(work::get);
    } catch (RuntimeException | Error surprise) {
      boolean first = heard.compareAndSet(null, Optional.empty());
      tell(first ? told : told.unheard(), surprise);
      throw surprise;
    }
    boolean first = heard.compareAndSet(null, Optional.empty());
    tell(first ? told : told.unheard(), reply);
    heard.get().ifPresent(CallAudit::fail);
    return reply;
  }

  private static void fail(BackendFailure heard) {
    throw heard;
  }

  /**
   * Called before a caller is told about a call that continues; not if its own answer is already
   * being sent.
   */
  private boolean tellEarly(
      Told told, BackendFailure failure, AtomicReference<Optional<BackendFailure>> heard) {
    boolean first = heard.compareAndSet(null, Optional.of(failure));
    if (first) {
      tell(told.withoutRulings(), failure);
    }
    return first;
  }

  /** What is known before the answer. */
  private record Told(
      String operation,
      Call call,
      AuditedQuestion question,
      Rulings rulings,
      long begunNanos,
      boolean isUnheard) {

    /** What came of a call whose caller was told meanwhile that it failed. */
    Told unheard() {
      return new Told(operation, call, question, rulings, begunNanos, true);
    }

    /** For another thread than the working one, to which the rulings belong. */
    Told withoutRulings() {
      return new Told(operation, call, question, new Rulings(), begunNanos, false);
    }
  }

  private void tell(Told told, Reply reply) {
    SrmStatus code = reply.status().code();
    if (!calls.wants(Catalogue.isEnquiry(told.operation()), code.isAsAsked())
        || isAimless(told, code)) {
      return;
    }
    List<Subject> subjects = Subjects.of(told.question(), reply);
    Pieces pieces = new Pieces(trail);
    AuditLines lines = pieces.lines();
    byte[] common = null;
    for (int i = 0; i < subjects.size(); i++) {
      lines.begin("operation");
      if (common == null) {
        common = common(lines, told, reply);
      } else {
        lines.fields(common);
      }
      if (subjects.size() > 1) {
        lines.number("file", i + 1).number("files", subjects.size());
      }
      subject(lines, told, subjects.get(i));
      pieces.lineEnded();
    }
    if (pieces.end().isPresent()) {
      throw new BackendFailure(BackendFailure.Kind.TRANSIENT, AuditedCalls.NO_RECORDS, null);
    }
  }

  /**
   * Unknown callers can ask for missing objects with invented keys as often as they like, which
   * must not fill the log. The door logs refused callers, a limited number per time.
   */
  private static boolean isAimless(Told told, SrmStatus code) {
    return !code.isAsAsked() && SigningKeyRequest.isUnproven(told.call().caller());
  }

  /** The caller gets the unexpected exception, whether or not it could be recorded. */
  private void tell(Told told, Throwable surprise) {
    Pieces pieces = new Pieces(trail);
    AuditLines lines = pieces.lines();
    List<AuditedQuestion.Pair> names = told.question().names();
    byte[] common = null;
    for (int i = 0; i < Math.max(1, names.size()); i++) {
      lines.begin("operation");
      if (common == null) {
        common = common(lines, told, surprise);
      } else {
        lines.fields(common);
      }
      if (!names.isEmpty()) {
        names(lines, told, Optional.of(names.get(i).surl()), names.get(i).to());
      }
      lines.end();
      pieces.lineEnded();
    }
    pieces.end().ifPresent(surprise::addSuppressed);
  }

  private byte[] common(AuditLines lines, Told told, Reply reply) {
    int start = lines.size();
    Optional<String> token = reply.token().or(told.question()::token);
    Optional<String> space =
        reply instanceof ReserveSpaceReply reserved
            ? reserved.spaceToken()
            : told.question().space();
    who(lines, told).text("request", token).text("space", space);
    return lines.since(start);
  }

  private byte[] common(AuditLines lines, Told told, Throwable surprise) {
    int start = lines.size();
    who(lines, told)
        .text("request", told.question().token())
        .text("space", told.question().space())
        .text("outcome", "failed")
        .text(
            "explanation",
            surprise instanceof BackendFailure known
                ? known.getMessage()
                : "an internal error, see the log");
    return lines.since(start);
  }

  private AuditLines who(AuditLines lines, Told told) {
    Call call = told.call();
    lines
        .text("id", call.trace())
        .text("op", told.operation())
        .exact("dn", call.caller().dn())
        .exact("issuer", call.caller().issuer())
        .texts("fqans", call.caller().fqans())
        .text("client", call.caller().host())
        .text("account", told.rulings().account());
    told.rulings().mapping().ifPresent(ground -> lines.exact("mapping", ground));
    // distinguished names, where permissions are set: all of them, and as they are
    told.question().detail().ifPresent(words -> lines.exact("detail", words));
    lines.number("us", calls.microsSince(told.begunNanos()));
    if (told.isUnheard()) {
      lines.flag("unheard", true);
    }
    return call.repeated() ? lines.flag("repeated", true) : lines;
  }

  private static void subject(AuditLines lines, Told told, Subject subject) {
    names(lines, told, subject.surl(), subject.to());
    ReturnStatus status = subject.status();
    Outcome outcome = Outcome.of(status.code());
    lines.text("outcome", word(outcome)).text("status", status.code().wireName());
    if (outcome != Outcome.DONE && !status.explanation().isEmpty()) {
      lines.text("explanation", status.explanation());
    }
    OptionalLong bytes = subject.bytes();
    if (bytes.isEmpty() && subject.surl().isPresent()) {
      bytes = told.rulings().bytes(subject.surl().get());
    }
    if (bytes.isPresent()) {
      lines.number("bytes", bytes.getAsLong());
    }
    lines.end();
  }

  /** The word of the audit log for how a call, or a file of it, ended. */
  public static String word(Outcome outcome) {
    return switch (outcome) {
      case DONE -> "done";
      case REFUSED -> "refused";
      case FAULT -> "failed";
    };
  }

  private static void names(AuditLines lines, Told told, Optional<Surl> surl, Optional<Surl> to) {
    Optional<Ruling> first = surl.flatMap(told.rulings()::of);
    Optional<Ruling> second = to.flatMap(told.rulings()::of);
    Optional<Ruling> whole = surl.isEmpty() ? told.rulings().ofArea() : Optional.empty();
    surl.ifPresent(name -> lines.surl("surl", name.text()));
    to.ifPresent(name -> lines.surl("to", name.text()));
    Optional<Ruling> rule = first.or(() -> whole);
    if (rule.isPresent() || second.isPresent()) {
      boolean allowed =
          rule.map(Ruling::allowed).orElse(true) && second.map(Ruling::allowed).orElse(true);
      lines.text("decision", allowed ? "allowed" : "denied");
    }
    lines.text("rule", rule.map(Ruling::text)).text("to-rule", second.map(Ruling::text));
  }
}
