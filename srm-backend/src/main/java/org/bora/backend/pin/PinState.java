package org.bora.backend.pin;

import java.util.Map;
import java.util.Optional;
import org.bora.api.word.SrmStatus;

/**
 * Where one file of a get or bringOnline stands (GFD.129 sections 5.1 and 5.3). The names are
 * stored. A pin that ended by itself is not: it follows from the clock.
 */
public enum PinState {
  /** Readable until the pin ends. */
  PINNED(SrmStatus.FILE_PINNED),
  /** Given back by the client. */
  RELEASED(SrmStatus.RELEASED),
  /** Given up by the client, or the file was removed or overwritten. */
  ABORTED(SrmStatus.ABORTED),
  /** The pin ended by itself. */
  EXPIRED(SrmStatus.FILE_LIFETIME_EXPIRED),
  /** Refused at once; a status code of its own says why. */
  FAILED(SrmStatus.FAILURE);

  /** What can happen to a pin. */
  public enum Event {
    RELEASE,
    ABORT,
    PIN_OVER
  }

  private static final Map<Event, PinState> FROM_PINNED =
      Map.of(Event.RELEASE, RELEASED, Event.ABORT, ABORTED, Event.PIN_OVER, EXPIRED);

  private final SrmStatus status;

  PinState(SrmStatus status) {
    this.status = status;
  }

  /** What clients are told of a get; FAILED files tell their own code. */
  public SrmStatus status() {
    return status;
  }

  public boolean isTerminal() {
    return successors().isEmpty();
  }

  /** The state after {@code event}; empty where it changes nothing, as in every terminal state. */
  public Optional<PinState> next(Event event) {
    return Optional.ofNullable(successors().get(event));
  }

  /**
   * Whether the request got what it asked for. It keeps counting when the pin has ended: a
   * completed request's status never changes (GFD.129 section 5.12.2 g).
   */
  public boolean wasGranted() {
    return this != FAILED;
  }

  private Map<Event, PinState> successors() {
    return this == PINNED ? FROM_PINNED : Map.of();
  }
}
