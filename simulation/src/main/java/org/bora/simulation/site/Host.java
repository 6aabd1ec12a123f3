package org.bora.simulation.site;

import java.time.Duration;

/** A machine with a backend, which may be down. */
final class Host {
  private final String name;
  private SimulatedBackend backend;
  private int lives;
  private long frozenUntil;
  private boolean givenUp;
  private boolean drained;
  private int calls;

  Host(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /** A name for the process of its next life: threads of an earlier one never come back. */
  String nextProcess() {
    return name + "." + ++lives;
  }

  void lives(SimulatedBackend started) {
    backend = started;
    frozenUntil = 0;
    givenUp = false;
    drained = false;
    calls = 0;
  }

  boolean isUp() {
    return backend != null;
  }

  /** The backend that runs; null where none does. */
  SimulatedBackend backend() {
    return backend;
  }

  void isDown() {
    backend = null;
  }

  /** It gets no new calls until its next life. */
  void drains() {
    drained = true;
  }

  boolean takesCalls() {
    return isUp() && !drained;
  }

  boolean isDrained() {
    return isUp() && drained && calls == 0;
  }

  /** A frontend waits for an answer of it. */
  void callBegins() {
    calls++;
  }

  /** A frontend does not wait any more. */
  void callEnds(SimulatedBackend asked) {
    if (backend == asked) {
      calls--;
    }
  }

  void freezes(long now, Duration time) {
    givenUp = isGivenUp(now);
    frozenUntil = Math.max(frozenUntil, now + time.toNanos());
  }

  /** It stands still, and others have ended its sessions. */
  void isGivenUp() {
    givenUp = true;
  }

  boolean isGivenUp(long now) {
    return givenUp && isFrozen(now);
  }

  /** It does not stand still any more. */
  void goesOn() {
    frozenUntil = 0;
  }

  boolean isFrozen(long now) {
    return now < frozenUntil;
  }
}
