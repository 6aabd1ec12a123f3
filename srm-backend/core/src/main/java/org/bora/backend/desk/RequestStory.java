package org.bora.backend.desk;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything that the database knows about one request.
 *
 * @param files its first files
 * @param events in the order of time, including future ones
 * @param moreEvents how many events between these are omitted
 */
public record RequestStory(
    RequestLine request, List<RequestFileLine> files, List<Event> events, long moreEvents) {

  /**
   * Something that happened, or is due.
   *
   * @param kind what happened, for programs
   * @param files number of files that are affected; 0 if the request as a whole is
   * @param code the SRM status of a refusal, such as SRM_INVALID_PATH
   * @param what what happened, for people
   * @param by who did it: a subject, or an administrator; absent for the service itself
   * @param reason given by the administrator
   * @param last when it last happened, if it happened several times
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
