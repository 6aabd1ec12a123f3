package org.bora.backend.request;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A change of a request, with its author. Changes of one kind by one caller within ten minutes are
 * one event.
 *
 * @param first time of the first change
 * @param last time of the last change
 * @param files number of changed files; 0 if the request as a whole was changed
 */
public record RequestEvent(Kind kind, ChangedBy by, Instant first, Instant last, int files) {

  /** The kinds of changes. They are stored by name. */
  public enum Kind {
    /** Its files were aborted. */
    ABORTED,

    /** Pins were given back, or files given up that waited. */
    RELEASED,

    /** Pins, or the time that is left for srmPutDone, became longer. */
    EXTENDED,

    /** The work on what waits was stopped. */
    SUSPENDED,

    /** The request was resumed. */
    RESUMED,

    /** Its files were stored by an srmPutDone of another caller than its owner. */
    STORED;

    /** The kind of a stored name; empty for a kind of a later release. */
    static Optional<Kind> named(String name) {
      return Stream.of(values()).filter(kind -> kind.name().equals(name)).findFirst();
    }
  }

  public RequestEvent {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(by, "by");
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(last, "last");
  }
}
