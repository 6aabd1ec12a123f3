package org.bora.server.service;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the service manager twice in each interval that this process works, that is, that a virtual
 * thread starts and ends. If threads no longer run (no memory for another one, or the kernel holds
 * all carriers), it is silent, and the manager restarts the process. Health is not considered: a
 * restart does not bring back a database or filesystem.
 *
 * <p>Life cycle: {@link #start}, then {@link #close} once.
 */
public final class ServiceWatchdog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceWatchdog.class);

  private final NotifySocket manager;
  private final long waitNanos;
  private final ThreadFactory probes;
  private final CountDownLatch stopped = new CountDownLatch(1);

  private ServiceWatchdog(NotifySocket manager, Duration watchdog, ThreadFactory probes) {
    this.manager = Objects.requireNonNull(manager, "manager");
    this.waitNanos = watchdog.toNanos() / 2;
    this.probes = Objects.requireNonNull(probes, "probes");
  }

  /** Begins, if the service manager requires it. */
  public static ServiceWatchdog start(NotifySocket manager) {
    return start(manager, Thread.ofVirtual().name("heartbeat").factory());
  }

  /**
   * Begins, where the manager wants to be told.
   *
   * @param probes makes the threads that must finish
   */
  static ServiceWatchdog start(NotifySocket manager, ThreadFactory probes) {
    Duration watchdog = manager.watchdog().orElse(Duration.ZERO);
    ServiceWatchdog heartbeat = new ServiceWatchdog(manager, watchdog, probes);
    if (manager.watchdog().isPresent()) {
      Thread.ofPlatform().daemon().name("heartbeat").start(heartbeat::run);
    }
    return heartbeat;
  }

  private void run() {
    try {
      CountDownLatch probe = probe();
      while (!stopped.await(waitNanos, TimeUnit.NANOSECONDS)) {
        // a probe that has not come through is waited for: another one would only stand behind it
        if (probe.getCount() == 0) {
          manager.alive();
          probe = probe();
        } else {
          LOG.warn(
              "no thread could run for {} ms: is this machine overloaded?",
              TimeUnit.NANOSECONDS.toMillis(waitNanos));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private CountDownLatch probe() {
    CountDownLatch ran = new CountDownLatch(1);
    probes.newThread(ran::countDown).start();
    return ran;
  }

  /** Says no more. */
  @Override
  public void close() {
    stopped.countDown();
  }
}
