package org.bora.it.site;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.LoggerFactory;

/** What a part of Bora logs in this process, until it is closed. */
public final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private final Logger logger;

  /**
   * @param name of a package or class
   */
  public LogLines(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
    logger.setLevel(Level.INFO);
    start();
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    seen.add(event.getLevel() + " " + event.getFormattedMessage());
  }

  /** Those that have this in them. */
  public List<String> with(String part) {
    return seen.stream().filter(line -> line.contains(part)).toList();
  }

  /** Waits for a line with all these parts. */
  public void say(String... parts) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (seen.stream().noneMatch(line -> List.of(parts).stream().allMatch(line::contains))) {
      if (System.nanoTime() > end) {
        throw new AssertionError(List.of(parts) + " is in no line of " + seen);
      }
      LockSupport.parkNanos(5_000_000);
    }
  }

  @Override
  public String toString() {
    return seen.toString();
  }

  @Override
  public void close() {
    logger.detachAppender(this);
  }
}
