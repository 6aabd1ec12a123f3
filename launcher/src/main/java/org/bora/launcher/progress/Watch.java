package org.bora.launcher.progress;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** Asks once a second for the progress of another process, until it is closed. */
public final class Watch implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final ProgressLine line;
  private final Look look;
  private final Thread thread;

  /** Asks for the progress. */
  public interface Look {
    /** Empty where nothing is known. */
    Optional<Progress> once() throws IOException;
  }

  private Watch(ProgressLine line, Look look) {
    this.line = Objects.requireNonNull(line, "line");
    this.look = Objects.requireNonNull(look, "look");
    this.thread = Thread.ofPlatform().daemon().name("progress").unstarted(this::run);
  }

  /** Begins. */
  public static Watch begin(ProgressLine line, Look look) {
    Watch watch = new Watch(line, look);
    watch.thread.start();
    return watch;
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(INTERVAL);
        once();
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** Unanswered queries are not reported: the work itself reports errors. */
  private void once() {
    try {
      look.once().ifPresent(line::show);
    } catch (IOException silent) {
      // the next answer may come
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    line.close();
  }
}
