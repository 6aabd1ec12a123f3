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
 * The time line of a request: what its columns and those of its files say, who changed it, and what
 * is due. What happens to several files at once is one line.
 */
final class TimeLine {
  /** So many are told, the first and the last of them. */
  static final int MOST = 200;

  private static final Set<String> PINNING = Set.of("GET", "BRING_ONLINE");

  private final RequestLine request;
  private final List<Event> events = new ArrayList<>();

  /** The files to which the same happens at the same time. */
  private final Map<Moment, List<Integer>> files = new LinkedHashMap<>();

  private record Moment(Instant at, String what) {}

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
            request.kind() + " asked for",
            Optional.of(request.owner()),
            Optional.empty(),
            Optional.empty()));
    files.forEach(line::add);
    line.files.forEach((when, which) -> line.events.add(Event.of(when.at(), text(when, which))));
    changes.forEach(line::add);
    if (request.open()) {
      line.events.add(Event.of(request.deadline(), "the total request time ends"));
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

  private static String text(Moment when, List<Integer> which) {
    String who =
        which.size() == 1 ? "file " + which.getFirst() : "%,d files".formatted(which.size());
    return who + ": " + when.what();
  }

  private void add(RequestEvent change) {
    events.add(
        new Event(
            change.first(),
            text(change) + (change.by().ordered() ? " by order of an administrator" : ""),
            Optional.of(change.by().name()),
            Optional.of(change.by().reason()).filter(reason -> !reason.isEmpty()),
            Optional.of(change.last()).filter(last -> !last.equals(change.first()))));
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
        .ifPresent(at -> add(file, at, begun(isRead)));
    file.ended().ifPresent(at -> add(file, at, isRead ? ended(file) : putEnded(file)));
    file.until().ifPresent(at -> until(file).ifPresent(what -> add(file, at, what)));
  }

  private void add(RequestFileLine file, Instant at, String what) {
    files.computeIfAbsent(new Moment(at, what), none -> new ArrayList<>()).add(file.position());
  }

  private static String begun(boolean pin) {
    return pin ? "tape began to be read" : "begun";
  }

  /** When a pin's waiting ended, in whatever way. */
  private static String ended(RequestFileLine file) {
    return switch (file.state()) {
      case "PINNED", "RELEASED" -> "pinned";
      case "FAILED" -> refused(file);
      case "WITHDRAWN" -> "given up before it was pinned";
      case "TIMED_OUT" -> "not pinned when the total request time ended";
      default -> "the pin ended by an abort, or because its file went";
    };
  }

  /** When a put ended; {@link #until} tells of those whose time was over. */
  private static String putEnded(RequestFileLine file) {
    return switch (file.state()) {
      case "STORED" -> "stored after srmPutDone";
      case "FAILED" -> refused(file);
      case "EXPIRED" -> "found to be over";
      default -> "given up by an abort, or because its name was removed";
    };
  }

  private static String refused(RequestFileLine file) {
    return "refused" + file.failure().map(code -> " (SRM_" + code + ")").orElse("");
  }

  private static Optional<String> until(RequestFileLine file) {
    return switch (file.state()) {
      case "SPACE_AVAILABLE" -> Optional.of("given up unless srmPutDone has come");
      case "EXPIRED" -> Optional.of("given up because srmPutDone had not come");
      case "WAITING" -> Optional.of("waited for no longer");
      case "PINNED" -> Optional.of("the pin ends");
      default -> Optional.empty();
    };
  }
}
