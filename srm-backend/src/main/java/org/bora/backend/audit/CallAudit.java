package org.bora.backend.audit;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bora.api.BackendFailure;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.word.Call;
import org.bora.api.word.Enquiries;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.audit.AuditLines;
import org.bora.audit.AuditTrail;
import org.bora.audit.AuditUnavailable;
import org.bora.backend.authorise.Rulings;
import org.bora.backend.authorise.Rulings.Ruling;
import org.bora.backend.outcome.Outcome;

/**
 * Tells the audit log of every call that is served, between the work and its answer: an {@code
 * operation} line for each SURL, or one where the call names none. docs/reference/audit.md
 * describes the fields. Thread safe.
 *
 * <p>What only asks how things stand is left out where it was answered as asked, unless wanted:
 * clients ask that every second.
 */
public final class CallAudit {

  private static final String NO_RECORDS =
      "the service cannot keep its records just now, retry in 60 s";

  private final AuditTrail trail;
  private final boolean polls;
  private final LongSupplier nanos;

  /**
   * @param polls whether everything is told
   * @param nanos measures how long calls take
   */
  public CallAudit(AuditTrail trail, boolean polls, LongSupplier nanos) {
    this.trail = Objects.requireNonNull(trail, "trail");
    this.polls = polls;
    this.nanos = Objects.requireNonNull(nanos, "nanos");
  }

  /** Tells nobody. */
  public static CallAudit off() {
    return new CallAudit(AuditTrail.off(), false, System::nanoTime);
  }

  /**
   * Has a call done and told of; what it answers may leave when this returns.
   *
   * @param operation as in the specification
   * @param request what is asked, in a type of {@code org.bora.api}
   * @throws BackendFailure also where the log cannot be written: before the work is begun, if that
   *     was known by then
   */
  public <R extends Reply> R during(String operation, Call call, Object request, Supplier<R> work) {
    if (!trail.isOn()) {
      return work.get();
    }
    Question question = Question.of(request);
    Rulings rulings = new Rulings();
    Told told = new Told(operation, call, question, rulings, nanos.getAsLong());
    try {
      trail.check();
    } catch (AuditUnavailable known) {
      // the log has told why; a stack for every call would bury it
      throw BackendFailure.notBegun(NO_RECORDS);
    }
    R reply;
    try {
      reply = rulings.during(work);
    } catch (RuntimeException | Error surprise) {
      tell(told, surprise);
      throw surprise;
    }
    tell(told, reply);
    return reply;
  }

  /** What is known before the answer is. */
  private record Told(
      String operation, Call call, Question question, Rulings rulings, long begunNanos) {}

  private void tell(Told told, Reply reply) {
    if (!polls
        && Enquiries.includes(told.operation())
        && Outcome.of(reply.status().code()) == Outcome.DONE) {
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
      throw new BackendFailure(BackendFailure.Kind.TRANSIENT, NO_RECORDS, null);
    }
  }

  /** The surprise is what the caller hears of, whether it can be told or not. */
  private void tell(Told told, Throwable surprise) {
    Pieces pieces = new Pieces(trail);
    AuditLines lines = pieces.lines();
    List<Question.Pair> names = told.question().names();
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
    // distinguished names, where permissions are set: all of them, and as they are
    told.question().detail().ifPresent(words -> lines.exact("detail", words));
    lines.number("us", (nanos.getAsLong() - told.begunNanos()) / 1000);
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
    if (subject.bytes().isPresent()) {
      lines.number("bytes", subject.bytes().getAsLong());
    }
    lines.end();
  }

  private static String word(Outcome outcome) {
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
