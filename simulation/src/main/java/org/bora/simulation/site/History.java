package org.bora.simulation.site;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.simulation.sql.store.Changes;
import org.bora.simulation.sql.store.Version;

/**
 * I25: looks at each commit whether the history of a request has what is done to its files by an
 * abort, a release or an extension, and nothing else.
 */
final class History implements Changes {
  private static final String ABORTED = "ABORTED";
  private static final String RELEASED = "RELEASED";
  private static final String EXTENDED = "EXTENDED";
  private static final Set<String> ABORTS = Set.of("srmAbortRequest", "srmAbortFiles");
  private static final String RELEASE = "srmReleaseFiles";

  private final Report report;

  History(Report report) {
    this.report = report;
  }

  /** What is done to a request. */
  private record Event(String request, String kind) {}

  @Override
  public void committed(List<Change> changes) {
    Map<Event, Long> done = new HashMap<>();
    Map<Event, Long> told = new HashMap<>();
    for (Change change : changes) {
      switch (change.table()) {
        case "put_file", "pin" -> done(change, done);
        case "request_event" -> told(change, told);
        default -> {}
      }
    }
    if (!told.isEmpty() || !done.isEmpty()) {
      compare(done, told);
    }
  }

  private static void done(Change change, Map<Event, Long> done) {
    if (change.before().isEmpty() || change.after().isEmpty()) {
      return;
    }
    Version before = change.before().get();
    Version after = change.after().get();
    String request = after.digits("request_id");
    String state = after.text("state");
    if (!before.text("state").equals(state)) {
      String kind = kind(state);
      if (!kind.isEmpty()) {
        done.merge(new Event(request, kind), 1L, Long::sum);
      }
    } else if (after.number("pin_until_ms") > before.number("pin_until_ms")) {
      done.merge(new Event(request, EXTENDED), 1L, Long::sum);
    }
  }

  /** What the operation of the current thread does where it brings a file into this state. */
  private static String kind(String state) {
    String operation = Task.current().map(Task::operation).orElse("");
    boolean isGivenUp = state.equals("WITHDRAWN");
    if (ABORTS.contains(operation) && (isGivenUp || state.equals("ABORTED"))) {
      return ABORTED;
    }
    return operation.equals(RELEASE) && (isGivenUp || state.equals("RELEASED")) ? RELEASED : "";
  }

  private void told(Change change, Map<Event, Long> told) {
    if (change.after().isEmpty()) {
      return; // with its request
    }
    Version after = change.after().get();
    long before = change.before().map(event -> event.number("files")).orElse(0L);
    Event event = new Event(after.digits("request_id"), after.text("kind"));
    told.merge(event, after.number("files") - before, Long::sum);
    String by = after.text("by_name");
    if (after.holds("ordered") || Task.current().filter(task -> task.dn().equals(by)).isEmpty()) {
      report.wrong("I25", event + " is told to be by " + by + ", and is by " + Task.current());
    }
  }

  private void compare(Map<Event, Long> done, Map<Event, Long> told) {
    Set<Event> all = new LinkedHashSet<>(done.keySet());
    all.addAll(told.keySet());
    for (Event event : all) {
      long files = done.getOrDefault(event, 0L);
      long events = told.getOrDefault(event, 0L);
      // one that is extended by a second attempt is told of once
      boolean fits = event.kind().equals(EXTENDED) ? events <= files : events == files;
      if (!fits) {
        report.wrong(
            "I25",
            "%d files are changed by %s, and %d are told: %s"
                .formatted(files, Task.current(), events, event));
      }
    }
  }
}
