package org.bora.backend.request;

import java.util.Map;
import java.util.Optional;
import org.bora.api.word.SrmStatus;

/**
 * The state of one file of a put (GFD.129 section 5.5). The names are stored; a file in {@link
 * #SPACE_AVAILABLE} holds the lock on its name (migration V1).
 */
public enum PutState {
  /** The client has its TURL and may write; the name is locked. */
  SPACE_AVAILABLE(SrmStatus.SPACE_AVAILABLE),
  /** The file is in its place. */
  STORED(SrmStatus.SUCCESS),
  /** The client gave up, or the name was removed. */
  ABORTED(SrmStatus.ABORTED),
  /** The pin ended without srmPutDone. */
  EXPIRED(SrmStatus.FILE_LIFETIME_EXPIRED),
  /** Refused, at once or at srmPutDone; its status code has the reason. */
  FAILED(SrmStatus.FAILURE);

  /** What can happen to a file being written. */
  public enum Event {
    PUBLISHED,
    ABORT,
    PIN_OVER,
    REFUSE
  }

  private static final Map<Event, PutState> FROM_SPACE_AVAILABLE =
      Map.of(
          Event.PUBLISHED, STORED,
          Event.ABORT, ABORTED,
          Event.PIN_OVER, EXPIRED,
          Event.REFUSE, FAILED);

  private final SrmStatus status;

  PutState(SrmStatus status) {
    this.status = status;
  }

  /** The status for clients; FAILED files have their own code. */
  public SrmStatus status() {
    return status;
  }

  public boolean isTerminal() {
    return successors().isEmpty();
  }

  /** The state after {@code event}; empty where it changes nothing, as in every terminal state. */
  public Optional<PutState> next(Event event) {
    return Optional.ofNullable(successors().get(event));
  }

  private Map<Event, PutState> successors() {
    return this == SPACE_AVAILABLE ? FROM_SPACE_AVAILABLE : Map.of();
  }
}
