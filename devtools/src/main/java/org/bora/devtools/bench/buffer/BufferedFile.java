package org.bora.devtools.bench.buffer;

import java.time.Instant;
import java.util.UUID;
import org.bora.backend.stage.buffer.Candidate;

/** A file of the simulation and its current state. For one thread. */
final class BufferedFile {
  private final UUID id;
  private final long size;
  private final Instant stored;
  private Instant used;
  private Instant pinnedUntil = Instant.MIN;
  private boolean onDisk;
  private boolean onTape;
  private boolean coming;

  BufferedFile(int number, long size, Instant stored) {
    this.id = new UUID(0, number);
    this.size = size;
    this.stored = stored;
    this.used = stored;
  }

  long size() {
    return size;
  }

  boolean isOnDisk() {
    return onDisk;
  }

  boolean isOnTape() {
    return onTape;
  }

  boolean isPinned(Instant now) {
    return pinnedUntil.isAfter(now);
  }

  /** The rule of the server: whole, on tape, and without a pin. */
  boolean mayLeave(Instant now) {
    return onDisk && onTape && !isPinned(now);
  }

  Candidate candidate() {
    return new Candidate(id, size, stored, used);
  }

  void copied() {
    onTape = true;
  }

  boolean isComing() {
    return coming;
  }

  /** Its recall has begun. */
  void comes() {
    coming = true;
  }

  void cameToDisk() {
    coming = false;
    onDisk = true;
  }

  void leftDisk() {
    onDisk = false;
  }

  void pin(Instant now, Instant until) {
    used = now;
    pinnedUntil = until.isAfter(pinnedUntil) ? until : pinnedUntil;
  }
}
