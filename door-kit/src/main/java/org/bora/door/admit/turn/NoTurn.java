package org.bora.door.admit.turn;

import java.util.Objects;

/**
 * Carries a {@link Turn.Refused} through the interface of a backend, whose replies have no place
 * for it. It has no stack trace, because a server under load makes many, all in one place.
 */
public final class NoTurn extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Turn.Refused refusal;

  public NoTurn(Turn.Refused refusal) {
    super("busy", null, false, false);
    this.refusal = Objects.requireNonNull(refusal, "refusal");
  }

  public Turn.Refused refusal() {
    return refusal;
  }
}
