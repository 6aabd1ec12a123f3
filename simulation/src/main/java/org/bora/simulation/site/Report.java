package org.bora.simulation.site;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.word.Reply;
import org.bora.api.word.SrmStatus;
import org.bora.simulation.schedule.Scheduler;

/** Everything that a run has observed, and which of it contradicts a promise. */
final class Report {
  private static final Pattern NOT_THERE = Pattern.compile("\\w+=Optional\\w*\\.empty(, )?");

  /** Longest delay of an answer after its deadline, while other threads run. */
  private static final Duration LATE = Duration.ofSeconds(1);

  private final Scheduler scheduler;
  private final Map<String, Integer> statuses = new TreeMap<>();
  private final Map<String, Integer> faults = new TreeMap<>();
  private final Map<String, Integer> moves = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();
  private final List<Moment> story = new ArrayList<>();
  private final Only only;
  private final Set<String> racing = new HashSet<>();
  private Optional<Calm> calm = Optional.empty();
  private int calls;
  private int faultNumber;
  private Duration firstWrong;

  Report(Scheduler scheduler, Only only) {
    this.scheduler = scheduler;
    this.only = only;
  }

  /** Sets the calm periods, in which only hidden faults happen. */
  void meets(Calm met) {
    calm = Optional.of(met);
  }

  private void tell(String lane, Moment.Kind kind, int number, String what) {
    story.add(new Moment(Duration.ofNanos(scheduler.nanos()), lane, kind, number, what));
  }

  /** A host has come up or gone down, or a call of the disk was made. */
  void tell(String lane, Moment.Kind kind, String what) {
    tell(lane, kind, 0, what);
  }

  void asked(String dn, String operation, Object question) {
    String text = operation + " " + brief(question);
    scheduler.note("asks " + text);
    tell(caller(dn), Moment.Kind.ASKED, text);
  }

  private static String caller(String dn) {
    return dn.substring(dn.lastIndexOf('=') + 1);
  }

  /** The fields of a question, without empty ones and without the common prefix of names. */
  static String brief(Object question) {
    return NOT_THERE.matcher(question.toString()).replaceAll("").replace(Asking.BEFORE_NAMES, "");
  }

  void answered(String dn, String operation, Reply reply, long began) {
    Stream.concat(Stream.of(reply.status()), reply.statuses().stream())
        .skip(reply.statuses().isEmpty() ? 0 : 1)
        .forEach(
            status -> {
              count(dn, operation, status.code().toString());
              if (status.code() == SrmStatus.INTERNAL_ERROR) {
                unwell(dn, operation, status.toString(), began);
              }
            });
  }

  void failed(String dn, String operation, BackendFailure failure, long began) {
    count(dn, operation, "failed: " + failure.kind());
    if (failure.kind() == BackendFailure.Kind.PERMANENT) {
      // no fault of a run is permanent: a part of the product is broken, or incompatible with
      // another
      wrong("I9", caller(dn) + " was told by " + operation + ": " + failure.getMessage());
    }
    unwell(dn, operation, failure.toString(), began);
  }

  void silent(String dn, String operation, long began) {
    count(dn, operation, "silence");
    unwell(dn, operation, "nothing", began);
  }

  /**
   * I19: a call was answered, or abandoned, by a frontend that was not frozen meanwhile.
   *
   * @param bound time until its deadline
   */
  void took(String dn, String operation, long began, Duration bound) {
    Duration took = Duration.ofNanos(scheduler.nanos() - began);
    if (took.compareTo(bound.plus(LATE)) > 0) {
      wrong("I19", caller(dn) + " has waited " + took.toMillis() + " ms for " + operation);
    }
  }

  /** A frontend does not admit its caller. */
  void refused(String dn, String operation) {
    count(dn, operation, "not let in");
  }

  /** I17: the client of an undisturbed call is not told to try again. */
  private void unwell(String dn, String operation, String told, long began) {
    if (!isOfAnother(told)
        && !racing.contains(dn)
        && calm.filter(now -> now.isStrictSince(began)).isPresent()) {
      wrong("I17", caller(dn) + " was answered " + told + " by " + operation + ", and all is calm");
    }
  }

  /** A call of this client competes with another one for a name, so it may be told to try again. */
  void races(String dn) {
    racing.add(dn);
  }

  void racesNoMore(String dn) {
    racing.remove(dn);
  }

  void repeated(String dn, String operation) {
    count(dn, operation, "asked again");
  }

  private void count(String dn, String operation, String outcome) {
    calls++;
    statuses.merge(operation + " " + outcome, 1, Integer::sum);
    scheduler.note(operation + ": " + outcome);
    tell(caller(dn), Moment.Kind.HEARD, operation + ": " + outcome);
  }

  /** Whether the status reports a concurrent call of another client, which needs no fault. */
  private static boolean isOfAnother(String told) {
    return told.contains("another file got the name during this call");
  }

  /** Whether the next fault happens. Part of a run omits some faults; calm periods have none. */
  boolean fault(String lane, String kind) {
    return happens(lane, kind, calm.filter(Calm::isNow).isEmpty());
  }

  /** The same for a fault that clients do not notice; it happens in calm periods, too. */
  boolean hidden(String lane, String kind) {
    return happens(lane, kind, true);
  }

  private boolean happens(String lane, String kind, boolean allowed) {
    faultNumber++;
    if (!allowed || !only.happens(faultNumber)) {
      return false;
    }
    faults.merge(kind, 1, Integer::sum);
    scheduler.note("fault: " + kind);
    tell(lane, Moment.Kind.FAULT, faultNumber, kind);
    return true;
  }

  /** A file has moved between disk and tape. */
  void moved(String how) {
    moves.merge(how, 1, Integer::sum);
    scheduler.note("tape: " + how);
  }

  /** An observation contradicts a promise. */
  void wrong(String promise, String what) {
    String text = "%s: %s (at %s)".formatted(promise, what, scheduler.clock().instant());
    wrong.add(text);
    scheduler.note(text);
    tell("site", Moment.Kind.WRONG, promise + ": " + what);
    if (firstWrong == null) {
      firstWrong = Duration.ofNanos(scheduler.nanos());
    }
  }

  /** I9: an unexpected exception. */
  void surprise(String operation, RuntimeException thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    wrong("I9", operation + " met " + text);
  }

  int calls() {
    return calls;
  }

  Map<String, Integer> statuses() {
    return statuses;
  }

  Map<String, Integer> faults() {
    return faults;
  }

  Map<String, Integer> moves() {
    return moves;
  }

  List<String> contradictions() {
    return wrong;
  }

  /** When the first contradiction was seen; empty if there is none. */
  Optional<Duration> firstWrong() {
    return Optional.ofNullable(firstWrong);
  }

  List<Moment> story() {
    return story;
  }
}
