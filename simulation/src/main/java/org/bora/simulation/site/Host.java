package org.bora.simulation.site;

import java.time.Duration;
import java.util.Collections;
import java.util.Set;

/** A machine with a backend, which may be down. */
final class Host {
  private final String name;
  private SimulatedBackend backend;
  private int lives;
  private long frozenUntil;
  private boolean givenUp;
  private Set<String> before = Set.of();
  private boolean drained;
  private Service service;

  Host(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /**
   * A new name for the process of the next life, because threads of an earlier life never continue.
   */
  String nextProcess() {
    return name + "." + ++lives;
  }

  void lives(SimulatedBackend started, Service serving) {
    backend = started;
    service = serving;
    frozenUntil = 0;
    givenUp = false;
    drained = false;
  }

  boolean isUp() {
    return backend != null;
  }

  /** The running backend; null if there is none. */
  SimulatedBackend backend() {
    return backend;
  }

  /** The service of the running backend; null if there is none. */
  Service service() {
    return service;
  }

  void isDown() {
    service = null;
    backend = null;
  }

  /** The backend gets no new calls until its next life. */
  void drains() {
    drained = true;
    service.drain();
  }

  boolean takesCalls() {
    return isUp() && !drained;
  }

  boolean isDrained() {
    return isUp() && drained && service.isIdle();
  }

  void freezes(long now, Duration time) {
    givenUp = isGivenUp(now);
    before = Set.of();
    frozenUntil = Math.max(frozenUntil, now + time.toNanos());
  }

  /** The backend is frozen right before it changes these on disk. */
  void standsBefore(Set<String> about) {
    before = about;
  }

  /** Whether the backend is frozen right before a change. */
  boolean standsBeforeAny() {
    return !before.isEmpty();
  }

  /** Whether the backend is frozen right before it changes one of these. */
  boolean standsBeforeOneOf(Set<String> about) {
    return !Collections.disjoint(before, about);
  }

  /** The backend is frozen, and other backends have ended its sessions. */
  void isGivenUp() {
    givenUp = true;
  }

  boolean isGivenUp(long now) {
    return givenUp && isFrozen(now);
  }

  /** The backend is not frozen any more. */
  void goesOn() {
    frozenUntil = 0;
  }

  boolean isFrozen(long now) {
    return now < frozenUntil;
  }
}
