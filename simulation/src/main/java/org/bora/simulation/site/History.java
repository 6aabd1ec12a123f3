package org.bora.simulation.site;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bora.simulation.sql.store.Changes;
import org.bora.simulation.sql.store.Version;

/**
 * I25: checks at each commit that the history of a request has exactly the aborts, releases and
 * extensions of its files.
 */
final class History implements Changes {
  private static final String ABORTED = "ABORTED";
  private static final String RELEASED = "RELEASED";
  private static final String EXTENDED = "EXTENDED";
  private static final Set<String> ABORTS = Set.of("srmAbortRequest", "srmAbortFiles");
  private static final String RELEASE = "srmReleaseFiles";
  private static final String EXTENSION = "srmExtendFileLifeTime";
  private static final Set<String> KINDS = Set.of(ABORTED, RELEASED, EXTENDED);

  private static final String NAME = "name_key";

  private final Report report;

  History(Report report) {
    this.report = report;
  }

  /** An event of a request. */
  private record Event(String request, String kind) {}

  @Override
  public void commits(List<Change> changes) {
    Map<Event, Long> done = new HashMap<>();
    Map<Event, Long> told = new HashMap<>();
    Set<String> replaced = replaced(changes);
    for (Change change : changes) {
      switch (change.table()) {
        case "put_file" -> done(change, done);
        case "pin" -> {
          if (!isOf(replaced, change)) {
            done(change, done);
          }
        }
        case "request_event" -> told(change, told);
        default -> {}
      }
    }
    if (!told.isEmpty() || !done.isEmpty()) {
      compare(done, told);
    }
  }

  /** The names whose files a put replaces, which ends all pins of these files. */
  private static Set<String> replaced(List<Change> changes) {
    return changes.stream()
        .filter(change -> change.table().equals("put_file"))
        .flatMap(change -> change.after().stream())
        .filter(put -> put.text("state").equals("STORED"))
        .map(put -> put.digits(NAME))
        .collect(Collectors.toSet());
  }

  private static boolean isOf(Set<String> names, Change change) {
    return change.after().filter(pin -> names.contains(pin.digits(NAME))).isPresent();
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
    } else if (operation().equals(EXTENSION)
        && after.number("pin_until_ms") > before.number("pin_until_ms")) {
      done.merge(new Event(request, EXTENDED), 1L, Long::sum);
    }
  }

  /** The kind of event when the current thread's operation brings a file into this state. */
  private static String kind(String state) {
    String operation = operation();
    boolean isGivenUp = state.equals("WITHDRAWN");
    if (ABORTS.contains(operation) && (isGivenUp || state.equals("ABORTED"))) {
      return ABORTED;
    }
    return operation.equals(RELEASE) && (isGivenUp || state.equals("RELEASED")) ? RELEASED : "";
  }

  private static String operation() {
    return Task.current().map(Task::operation).orElse("");
  }

  private void told(Change change, Map<Event, Long> told) {
    if (change.after().isEmpty() || !KINDS.contains(change.after().get().text("kind"))) {
      return; // deleted with its request
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
      // a repeated extension, or one by less than the reported unit, may be recorded once or not at
      // all
      boolean mayBeFewer = event.kind().equals(EXTENDED);
      boolean fits = mayBeFewer ? events <= files : events == files;
      if (!fits) {
        report.wrong(
            "I25",
            "%d files are changed by %s, and %d are told: %s"
                .formatted(files, Task.current(), events, event));
      }
    }
  }
}
