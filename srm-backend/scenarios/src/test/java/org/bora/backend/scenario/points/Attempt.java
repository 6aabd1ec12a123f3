package org.bora.backend.scenario.points;

import java.util.UUID;

/** One transfer to an HTTPS TURL, which may be repeated under its identifier. */
final class Attempt {
  final UUID id = UUID.randomUUID();
  final String content;
  final Deed deed;

  /** Whether a door has asked to end it as complete, and whether it heard that it is. */
  volatile boolean ending;

  volatile boolean complete;

  Attempt(String content, Deed deed) {
    this.content = content;
    this.deed = deed;
  }
}
