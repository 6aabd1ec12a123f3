package org.bora.server.wire;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timer whose repeated work goes on after a failure. The JDK's own timer silently drops a task
 * that throws: after one stack overflow, a process would no longer send heartbeats, sweep or reload
 * its certificates.
 */
final class LastingTimer extends ScheduledThreadPoolExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(LastingTimer.class);

  /**
   * @param name of its threads, which are daemons
   */
  LastingTimer(int threads, String name) {
    super(threads, Thread.ofPlatform().daemon().name(name + "-", 0).factory());
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    return super.scheduleWithFixedDelay(lasting(command), initialDelay, delay, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    return super.scheduleAtFixedRate(lasting(command), initialDelay, period, unit);
  }

  private static Runnable lasting(Runnable command) {
    return () -> {
      try {
        command.run();
      } catch (RuntimeException | Error e) {
        LOG.error("periodic work failed; it is repeated at its next time", e);
      }
    };
  }
}
