package org.bora.backend.desk;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * All that the database knows of one request.
 *
 * @param files the first of them
 * @param events in the order of time; those to come too
 * @param moreEvents how many there are besides, between those that are told
 */
public record RequestStory(
    RequestLine request, List<RequestFileLine> files, List<Event> events, long moreEvents) {

  /**
   * Something that happened, or is due.
   *
   * @param kind for programs
   * @param files how many files of the request it happens to; 0 where it happens to the request
   * @param code the SRM status of a refusal, such as SRM_INVALID_PATH
   * @param what the same for people
   * @param by who did it: a subject, or an administrator; empty for what the service does
   * @param reason as the administrator gave it
   * @param last when it happened last, where it happened several times
   */
  public record Event(
      Instant at,
      EventKind kind,
      int files,
      Optional<String> code,
      String what,
      Optional<String> by,
      Optional<String> reason,
      Optional<Instant> last) {

    public Event {
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(what, "what");
      Objects.requireNonNull(by, "by");
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(last, "last");
    }

    /** What the service does, or the clock. */
    static Event of(Instant at, EventKind kind, int files, Optional<String> code, String what) {
      return new Event(
          at, kind, files, code, what, Optional.empty(), Optional.empty(), Optional.empty());
    }
  }

  public RequestStory {
    Objects.requireNonNull(request, "request");
    files = List.copyOf(files);
    events = List.copyOf(events);
  }
}
