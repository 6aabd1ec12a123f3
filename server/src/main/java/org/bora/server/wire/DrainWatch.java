package org.bora.server.wire;

import java.time.Duration;
import org.bora.server.drain.Drain;

/** Tells the service manager about each step of a drain. */
final class DrainWatch {
  static final Duration EVERY = Duration.ofSeconds(1);

  private DrainWatch() {}

  /**
   * Begins to look.
   *
   * @param every how long a step may go unnoticed
   */
  static void begin(Drain drain, Duration every, Threads threads, Running running) {
    String name = "steps of a drain";
    Repeated looks = Repeated.every(every, name, drain::now, threads);
    // as what only closes, and is no duty: a drain that begins would end it
    AutoCloseable apart = () -> looks.close();
    running.add(name, apart);
  }
}
