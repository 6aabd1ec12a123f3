package org.bora.simulation.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A space that a client has reserved, with its files. */
final class Reserved {
  /** The last seconds of the space's lifetime are not checked. */
  private static final Duration SLACK = Duration.ofSeconds(70);

  private final String token;
  private final long size;
  private final long end;
  private final List<Stored> files = new ArrayList<>();
  private boolean sure = true;

  /** A file in the space. */
  record Stored(Name name, long size) {}

  /**
   * Creates a space.
   *
   * @param end of its lifetime, in the scheduler's time
   */
  Reserved(String token, long size, long end) {
    this.token = token;
    this.size = size;
    this.end = end;
  }

  String token() {
    return token;
  }

  long size() {
    return size;
  }

  /** The files in the space, which its owner adds and removes. */
  List<Stored> files() {
    return files;
  }

  long left() {
    return size - files.stream().mapToLong(Stored::size).sum();
  }

  /** Whether its owner knows the result of each of its calls. */
  boolean isSure() {
    return sure;
  }

  void isSure(boolean now) {
    sure = now;
  }

  boolean isThere(long now) {
    return now < end - SLACK.toNanos();
  }
}
