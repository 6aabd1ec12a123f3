package org.bora.backend.desk;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * All that the database knows of one request.
 *
 * @param files the first of them
 * @param events in the order of time; those to come too
 */
public record RequestStory(RequestLine request, List<RequestFileLine> files, List<Event> events) {

  /** Something that happened, or is due. */
  public record Event(Instant at, String what) {

    public Event {
      Objects.requireNonNull(at, "at");
      Objects.requireNonNull(what, "what");
    }
  }

  public RequestStory {
    Objects.requireNonNull(request, "request");
    files = List.copyOf(files);
    events = List.copyOf(events);
  }
}
