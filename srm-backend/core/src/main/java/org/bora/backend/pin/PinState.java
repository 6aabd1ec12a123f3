package org.bora.backend.pin;

import java.util.Map;
import java.util.Optional;

/**
 * The state of one file of a get or bringOnline (GFD.129 sections 5.1 and 5.3). The names are
 * stored, except for changes by time alone (TIME_OVER), which follow from the clock.
 * docs/reference/states.md draws it.
 */
public enum PinState {
  /** Not pinned yet; {@link WaitReason} has the reason. */
  WAITING,
  /** Readable until the pin ends. */
  PINNED,
  /** Given back by the client. */
  RELEASED,
  /** Given up by the client after it was pinned, or the file was removed or overwritten. */
  ABORTED,
  /** The pin ended by itself. */
  EXPIRED,
  /** Given up, or given back, before it was pinned; or the file was removed before. */
  WITHDRAWN,
  /** The total request time was over before it was pinned. */
  TIMED_OUT,
  /** Refused; its status code has the reason. */
  FAILED;

  /** What can happen to a file. */
  public enum Event {
    /** What it waited for has come. */
    READY,
    /** What it waited for has come, and the file is not there or not readable. */
    REFUSE,
    /** srmReleaseFiles. */
    RELEASE,
    /** srmAbortRequest, srmAbortFiles, srmRm. */
    ABORT,
    /** srmPutDone of other content under its name. */
    REPLACE,
    /** The total request time has ended while it waited, or the pin has ended. */
    TIME_OVER
  }

  private static final Map<PinState, Map<Event, PinState>> SUCCESSORS =
      Map.of(
          WAITING,
          Map.of(
              Event.READY, PINNED,
              Event.REFUSE, FAILED,
              Event.RELEASE, WITHDRAWN,
              Event.ABORT, WITHDRAWN,
              Event.TIME_OVER, TIMED_OUT),
          PINNED,
          Map.of(
              Event.RELEASE, RELEASED,
              Event.ABORT, ABORTED,
              Event.REPLACE, ABORTED,
              Event.TIME_OVER, EXPIRED));

  public boolean isTerminal() {
    return successors().isEmpty();
  }

  /** The state after {@code event}; empty where it changes nothing, as in every terminal state. */
  public Optional<PinState> next(Event event) {
    return Optional.ofNullable(successors().get(event));
  }

  /**
   * Whether the request got the file. It stays true after the end of the pin, because a finished
   * request's status never changes (GFD.129 section 5.12.2 g).
   */
  public boolean wasGranted() {
    return switch (this) {
      case PINNED, RELEASED, ABORTED, EXPIRED -> true;
      case WAITING, WITHDRAWN, TIMED_OUT, FAILED -> false;
    };
  }

  private Map<Event, PinState> successors() {
    return SUCCESSORS.getOrDefault(this, Map.of());
  }
}
