package org.bora.it.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.bora.it.wire.SrmClient;
import org.bora.it.wire.SrmClient.Answer;

/**
 * One client that keeps its connection and asks again as real ones do, and the clock that runs
 * between its answers. A gap is the time from one answer that says something of the call to the
 * next; "try again" and a lost connection are no such answers.
 */
final class Caller implements AutoCloseable {
  private static final long PAUSE_NANOS = 100_000_000;
  private static final Set<String> AGAIN = Set.of("SRM_INTERNAL_ERROR");

  private final String name;
  private final int port;
  private final Path proxy;
  private final AtomicReference<Gap> worst = new AtomicReference<>(Gap.NONE);
  private volatile long answered = System.nanoTime();
  private volatile String asked = "";
  private volatile boolean ending;
  private SrmClient client;

  /** What came of a call: its answer, and whether it was sent more than once. */
  record Outcome(Answer answer, boolean repeated) {}

  /** Without an answer, and the call that waited for it at the end. */
  record Gap(Duration time, String operation) {
    static final Gap NONE = new Gap(Duration.ZERO, "");

    Gap longer(Gap other) {
      return time.compareTo(other.time) < 0 ? other : this;
    }

    @Override
    public String toString() {
      return time.toMillis() + " ms " + operation;
    }
  }

  /** The test ends before there was an answer. */
  static final class Ended extends Exception {
    private static final long serialVersionUID = 1;
  }

  Caller(String name, int port, Path proxy) {
    this.name = name;
    this.port = port;
    this.proxy = proxy;
  }

  String name() {
    return name;
  }

  /** Asks until it is answered. */
  Outcome ask(String operation, String fields) throws GeneralSecurityException, Ended {
    boolean repeated = false;
    asked = operation;
    while (true) {
      try {
        if (client == null || client.isOver()) {
          close();
          client = new SrmClient("localhost", port, proxy);
        }
        Answer answer = client.call(operation, fields);
        if (!AGAIN.contains(answer.code()) && !AGAIN.contains(answer.fileCode())) {
          answered();
          return new Outcome(answer, repeated);
        }
      } catch (IOException lost) {
        close();
      }
      repeated = true;
      if (ending) {
        throw new Ended();
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void answered() {
    Gap gap = open();
    worst.accumulateAndGet(gap, Gap::longer);
    answered = System.nanoTime();
  }

  private Gap open() {
    return new Gap(Duration.ofNanos(System.nanoTime() - answered), asked);
  }

  /** The longest gap since the last time this was asked, the one that is open included. */
  Gap worstGap() {
    return worst.getAndSet(Gap.NONE).longer(open());
  }

  /** Does not ask again any more. */
  void end() {
    ending = true;
  }

  boolean isEnding() {
    return ending;
  }

  @Override
  public void close() {
    try {
      if (client != null) {
        client.close();
      }
    } catch (IOException gone) {
      // it is not used any more
    }
    client = null;
  }
}
