package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RepeatedTest {
  private static final String NAME = "work of this test";
  private static final Duration PAUSE = Duration.ofMillis(5);

  private final Logger logger = (Logger) LoggerFactory.getLogger(Repeated.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(lines);
  }

  @AfterEach
  void leave() {
    logger.detachAppender(lines);
    logger.setLevel(null);
  }

  private List<String> told() {
    List<ILoggingEvent> all;
    synchronized (lines) {
      all = List.copyOf(lines.list);
    }
    return all.stream()
        .filter(line -> line.getLevel().isGreaterOrEqual(Level.INFO))
        .map(ILoggingEvent::getFormattedMessage)
        .filter(text -> text.startsWith(NAME))
        .toList();
  }

  /** Fails a few times in one way, in another, comes to its end, and fails again. */
  private static final class Work implements Runnable {
    private final CountDownLatch left = new CountDownLatch(11);

    @Override
    public void run() {
      left.countDown();
      long number = 11 - left.getCount();
      if (number == 4) {
        throw new IllegalArgumentException("another");
      }
      if (number < 7 || number == 9) {
        throw new IllegalStateException("the database does not answer");
      }
    }
  }

  @Test
  void whatFailsAgainAndAgainIsToldOnceAndWhenItGoesOn() throws InterruptedException {
    Work work = new Work();
    try (Threads threads = Threads.start();
        Repeated _ = Repeated.every(PAUSE, NAME, work, threads)) {
      assertTrue(work.left.await(30, TimeUnit.SECONDS));
    }
    String failed = NAME + ": failed";
    String goesOn = NAME + ": goes on";
    assertEquals(List.of(failed, failed, goesOn, failed, goesOn), told());
  }

  @Test
  void atOnceDoesNotWaitForThePause() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    try (Threads threads = Threads.start();
        Repeated _ =
            Repeated.every(Duration.ofDays(1), NAME, done::countDown, threads).atOnce(threads)) {
      assertTrue(done.await(30, TimeUnit.SECONDS));
    }
  }
}
