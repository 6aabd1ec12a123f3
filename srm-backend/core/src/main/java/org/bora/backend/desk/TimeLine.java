package org.bora.backend.desk;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bora.backend.desk.RequestStory.Event;
import org.bora.backend.request.RequestEvent;

/**
 * The time line of a request: past events from its columns and those of its files, changes and
 * their authors, and future deadlines. An event of several files at the same time is one line.
 */
final class TimeLine {
  /** The number of shown events, the first and the last of all. */
  static final int MOST = 200;

  private static final Set<String> PINNING = Set.of("GET", "BRING_ONLINE");

  private final RequestLine request;
  private final List<Event> events = new ArrayList<>();

  /** The files to which the same happens at the same time. */
  private final Map<Moment, List<Integer>> files = new LinkedHashMap<>();

  private record Moment(Instant at, EventKind kind, Optional<String> code) {
    Moment(Instant at, EventKind kind) {
      this(at, kind, Optional.empty());
    }

    Event event(List<Integer> which) {
      String who =
          which.size() == 1 ? "file " + which.getFirst() : "%,d files".formatted(which.size());
      String status = code.map(one -> " (" + one + ")").orElse("");
      return Event.of(at, kind, which.size(), code, who + ": " + kind.text() + status);
    }
  }

  private TimeLine(RequestLine request) {
    this.request = request;
  }

  /**
   * Tells it.
   *
   * @param changes the last of them
   * @param allChanges how many there are
   */
  static RequestStory of(
      RequestLine request,
      List<RequestFileLine> files,
      List<RequestEvent> changes,
      long allChanges) {
    TimeLine line = new TimeLine(request);
    line.events.add(
        new Event(
            request.created(),
            EventKind.ASKED_FOR,
            0,
            Optional.empty(),
            request.kind() + " " + EventKind.ASKED_FOR.text(),
            Optional.of(request.owner()),
            Optional.empty(),
            Optional.empty()));
    files.forEach(line::add);
    line.files.forEach((when, which) -> line.events.add(when.event(which)));
    changes.forEach(line::add);
    if (request.open()) {
      EventKind due = EventKind.REQUEST_DUE;
      line.events.add(Event.of(request.deadline(), due, 0, Optional.empty(), due.text()));
    }
    line.events.sort(Comparator.comparing(Event::at));
    return line.story(files, allChanges - changes.size());
  }

  private RequestStory story(List<RequestFileLine> told, long untold) {
    if (events.size() <= MOST) {
      return new RequestStory(request, told, events, untold);
    }
    List<Event> ends = new ArrayList<>(events.subList(0, MOST / 2));
    ends.addAll(events.subList(events.size() - MOST / 2, events.size()));
    return new RequestStory(request, told, ends, untold + events.size() - MOST);
  }

  private void add(RequestEvent change) {
    events.add(
        new Event(
            change.first(),
            kind(change),
            change.files(),
            Optional.empty(),
            text(change) + (change.by().ordered() ? " by order of an administrator" : ""),
            Optional.of(change.by().name()),
            Optional.of(change.by().reason()).filter(reason -> !reason.isEmpty()),
            Optional.of(change.last()).filter(last -> !last.equals(change.first()))));
  }

  private static EventKind kind(RequestEvent change) {
    return switch (change.kind()) {
      case ABORTED -> EventKind.ABORTED;
      case RELEASED -> EventKind.RELEASED;
      case EXTENDED -> EventKind.EXTENDED;
      case SUSPENDED -> EventKind.SUSPENDED;
      case RESUMED -> EventKind.RESUMED;
      case STORED -> EventKind.PUT_DONE;
    };
  }

  private static String text(RequestEvent change) {
    String files = number(change.files(), "file");
    return switch (change.kind()) {
      case ABORTED -> change.files() == 0 ? "aborted" : files + " aborted";
      case RELEASED -> files + " released";
      case EXTENDED -> number(change.files(), "file extension");
      case SUSPENDED -> "suspended";
      case RESUMED -> "resumed";
      case STORED -> "srmPutDone of " + files;
    };
  }

  private static String number(int many, String of) {
    return many == 1 ? "1 " + of : "%,d %ss".formatted(many, of);
  }

  private void add(RequestFileLine file) {
    boolean isRead = PINNING.contains(request.kind());
    file.began()
        .filter(at -> !at.equals(request.created()))
        .ifPresent(at -> add(file, new Moment(at, isRead ? EventKind.TAPE_READ : EventKind.BEGUN)));
    file.ended().ifPresent(at -> add(file, ended(at, file, isRead)));
    file.until().ifPresent(at -> until(file).ifPresent(kind -> add(file, new Moment(at, kind))));
  }

  private void add(RequestFileLine file, Moment when) {
    files.computeIfAbsent(when, none -> new ArrayList<>()).add(file.position());
  }

  private static Moment ended(Instant at, RequestFileLine file, boolean isRead) {
    return file.state().equals("FAILED")
        ? new Moment(at, EventKind.REFUSED, file.failure().map(code -> "SRM_" + code))
        : new Moment(at, isRead ? pinEnded(file) : putEnded(file));
  }

  /** When a pin's waiting ended, in whatever way. */
  private static EventKind pinEnded(RequestFileLine file) {
    return switch (file.state()) {
      case "PINNED", "RELEASED" -> EventKind.PINNED;
      case "WITHDRAWN" -> EventKind.WITHDRAWN;
      case "TIMED_OUT" -> EventKind.NOT_PINNED;
      default -> EventKind.PIN_ENDED;
    };
  }

  /** When a put ended; {@link #until} tells of those whose time was over. */
  private static EventKind putEnded(RequestFileLine file) {
    return switch (file.state()) {
      case "STORED" -> EventKind.STORED;
      case "EXPIRED" -> EventKind.OVERDUE;
      default -> EventKind.PUT_ENDED;
    };
  }

  private static Optional<EventKind> until(RequestFileLine file) {
    return switch (file.state()) {
      case "SPACE_AVAILABLE" -> Optional.of(EventKind.PUT_DUE);
      case "EXPIRED" -> Optional.of(EventKind.PUT_EXPIRED);
      case "WAITING" -> Optional.of(EventKind.WAIT_DUE);
      case "PINNED" -> Optional.of(EventKind.PIN_DUE);
      default -> Optional.empty();
    };
  }
}
