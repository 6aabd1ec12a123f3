package org.bora.door.admit.turn;

import java.util.Objects;

/**
 * A {@link Turn.Refused} on its way through the interface of a backend, whose replies have no form
 * for it. Made without a stack trace: a server under load makes many, and all of them at one place.
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
