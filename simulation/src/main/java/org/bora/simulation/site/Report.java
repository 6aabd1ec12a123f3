package org.bora.simulation.site;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bora.api.BackendFailure;
import org.bora.api.word.Reply;
import org.bora.simulation.schedule.Scheduler;

/** What a run has seen, and what of it contradicts a promise. */
final class Report {
  private static final Pattern NOT_THERE = Pattern.compile("\\w+=Optional\\w*\\.empty(, )?");

  private final Scheduler scheduler;
  private final Map<String, Integer> statuses = new TreeMap<>();
  private final Map<String, Integer> faults = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();
  private int calls;

  Report(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Without what is not there, and without what all names have. */
  static String brief(Object question) {
    return NOT_THERE.matcher(question.toString()).replaceAll("").replace(Client.BEFORE_NAMES, "");
  }

  void answered(String operation, Reply reply) {
    Stream.concat(Stream.of(reply.status()), reply.statuses().stream())
        .skip(reply.statuses().isEmpty() ? 0 : 1)
        .forEach(status -> count(operation, status.code().toString()));
  }

  void failed(String operation, BackendFailure failure) {
    count(operation, "failed: " + failure.kind());
  }

  void silent(String operation) {
    count(operation, "silence");
  }

  void repeated(String operation) {
    count(operation, "asked again");
  }

  private void count(String operation, String outcome) {
    calls++;
    statuses.merge(operation + " " + outcome, 1, Integer::sum);
    scheduler.note(operation + ": " + outcome);
  }

  void fault(String kind) {
    faults.merge(kind, 1, Integer::sum);
    scheduler.note("fault: " + kind);
  }

  /** Something is not as it was promised. */
  void wrong(String promise, String what) {
    String text = "%s: %s (at %s)".formatted(promise, what, scheduler.clock().instant());
    wrong.add(text);
    scheduler.note(text);
  }

  /** I9: an exception that nobody has foreseen. */
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

  List<String> contradictions() {
    return wrong;
  }
}
