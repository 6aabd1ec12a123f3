package org.bora.simulation.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A space that a client has reserved, and what it has in it. */
final class Reserved {
  /** What happens in the last seconds of its lifetime is not looked at. */
  private static final Duration SLACK = Duration.ofSeconds(70);

  private final String token;
  private final long size;
  private final long end;
  private final List<Stored> files = new ArrayList<>();
  private boolean sure = true;

  /** A file in it. */
  record Stored(Name name, long size) {}

  /**
   * @param end of its lifetime, in the time of the scheduler
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

  /** Its files, which its owner adds and removes. */
  List<Stored> files() {
    return files;
  }

  long left() {
    return size - files.stream().mapToLong(Stored::size).sum();
  }

  /** Whether its owner has heard how each of its calls ended. */
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
