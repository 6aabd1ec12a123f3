package org.bora.gridftp.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * One run of the probe. When the watch abandons it, its thread is interrupted and its result is
 * ignored. (A virtual thread that waits for a socket then closes it and returns.)
 */
final class Check implements Runnable {

  private enum Phase {
    QUEUED,
    RUNNING,
    DONE
  }

  private final GridFtpEndpoint server;
  private final ServerProbe probe;
  private final Duration timeout;
  private final Instant startedAt;
  private final Consumer<CheckResult> outcome;
  private Phase phase = Phase.QUEUED;
  private boolean abandoned;
  private Thread runner;

  /**
   * @param outcome told of the result, unless the check was abandoned; called without any lock held
   */
  Check(
      GridFtpEndpoint server,
      ServerProbe probe,
      Duration timeout,
      Instant startedAt,
      Consumer<CheckResult> outcome) {
    this.server = server;
    this.probe = probe;
    this.timeout = timeout;
    this.startedAt = startedAt;
    this.outcome = outcome;
  }

  Instant startedAt() {
    return startedAt;
  }

  /** Whether its thread has returned, which may take a while for an abandoned check. */
  synchronized boolean done() {
    return phase == Phase.DONE;
  }

  synchronized boolean abandoned() {
    return abandoned;
  }

  synchronized void abandon() {
    abandoned = true;
    if (runner != null) {
      runner.interrupt();
    }
  }

  @Override
  public void run() {
    if (!begin()) {
      return;
    }
    CheckResult result = new CheckResult.Failed("the check ended without a result");
    try {
      result = probe.check(server, timeout);
    } catch (RuntimeException e) {
      // a fault of the probe says nothing good of the server, and must not end the watching of it
      result = new CheckResult.Failed("the check itself failed: " + e);
    } finally {
      if (end()) {
        outcome.accept(result);
      }
    }
  }

  private synchronized boolean begin() {
    if (abandoned) {
      phase = Phase.DONE;
      return false;
    }
    runner = Thread.currentThread();
    phase = Phase.RUNNING;
    return true;
  }

  private synchronized boolean end() {
    runner = null;
    phase = Phase.DONE;
    if (abandoned) {
      Thread.interrupted(); // ours: the executor's thread must not carry it into its next task
    }
    return !abandoned;
  }
}
