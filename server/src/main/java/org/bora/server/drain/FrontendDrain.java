package org.bora.server.drain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a frontend out of service. Health says that it is not ready, and every answer from then on
 * is the last one of its connection. The port stays open, so that the frontend can be put back in
 * service at any time, until {@link #close} or {@link #finish}: these wait until load balancers
 * have noticed the drain, close the port when the kernel's queue is empty, and lose no client.
 * Thread safe.
 */
public final class FrontendDrain implements Drainable {

  private static final Logger LOG = LoggerFactory.getLogger(FrontendDrain.class);
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final long NEARLY_A_SECOND = 999_999_999;

  /** The port of the clients; see {@code GsiDoor}, which it is. */
  public interface Port {

    /** For people. */
    String name();

    /** Every answer is the last one of its connection. */
    void leave();

    /** Connections are kept again. */
    void stay();

    /** Closes the port without losing a client; blocks for up to {@code patience}. */
    void stopListening(Duration patience) throws InterruptedException;

    int connections();

    /** Of these, those whose clients wait for something. */
    int connectionsOwed();
  }

  private enum Step {
    SERVING,
    ANNOUNCED,
    CLOSING,
    CLOSED
  }

  private final Port port;
  private final long announceNanos;
  private final Duration patience;
  private final LongSupplier nanos;
  private final CountDownLatch closed = new CountDownLatch(1);
  private Step step = Step.SERVING;
  private long announced;
  private boolean closeOrdered;
  private CountDownLatch takenBack = new CountDownLatch(1);

  /**
   * Makes one for a port that serves.
   *
   * @param announce how long load balancers may need to notice that it is not ready
   * @param patience for connections that the kernel has made when the port is to be closed
   * @param nanos as {@link System#nanoTime}
   */
  public FrontendDrain(Port port, Duration announce, Duration patience, LongSupplier nanos) {
    this.port = Objects.requireNonNull(port, "port");
    this.announceNanos = announce.toNanos();
    this.patience = Objects.requireNonNull(patience, "patience");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
  }

  /** Whether load balancers shall send clients. */
  public synchronized boolean isReady() {
    return step == Step.SERVING;
  }

  @Override
  public synchronized void begin() {
    if (step == Step.SERVING) {
      step = Step.ANNOUNCED;
      announced = nanos.getAsLong();
      port.leave();
    }
  }

  @Override
  public synchronized void close() {
    begin();
    if (step == Step.ANNOUNCED && !closeOrdered) {
      closeOrdered = true;
      CountDownLatch back = new CountDownLatch(1);
      takenBack = back;
      long wait = announceLeft();
      Thread.ofVirtual().name("drain").start(() -> closeAfter(wait, back));
    }
  }

  private void closeAfter(long waitNanos, CountDownLatch back) {
    try {
      if (back.await(waitNanos, TimeUnit.NANOSECONDS) || !mayClose(back)) {
        return;
      }
      LOG.info("closing the {}", port.name());
      port.stopListening(patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("the {} could not be closed", port.name(), e);
    }
    synchronized (this) {
      step = Step.CLOSED;
    }
    closed.countDown();
  }

  private synchronized boolean mayClose(CountDownLatch back) {
    boolean ours = step == Step.ANNOUNCED && takenBack.equals(back);
    if (ours) {
      step = Step.CLOSING;
    }
    return ours;
  }

  @Override
  public synchronized boolean undo() {
    return switch (step) {
      case SERVING -> true;
      case ANNOUNCED -> {
        takenBack.countDown();
        closeOrdered = false;
        port.stay();
        step = Step.SERVING;
        yield true;
      }
      case CLOSING, CLOSED -> false;
    };
  }

  @Override
  public synchronized boolean isClosed() {
    return step == Step.CLOSING || step == Step.CLOSED;
  }

  @Override
  public synchronized List<Left> left() {
    List<Left> left = new ArrayList<>();
    switch (step) {
      case SERVING -> left.add(port(" is in service"));
      case ANNOUNCED -> {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(announceLeft() + NEARLY_A_SECOND);
        if (seconds > 0) {
          left.add(
              new Left(
                  "notice-seconds",
                  seconds,
                  "load balancers have " + seconds + " s to notice that it is not ready"));
        }
        if (closeOrdered) {
          left.add(port(" will be closed"));
        }
      }
      case CLOSING -> left.add(port(" is being closed"));
      case CLOSED -> {}
    }
    left.addAll(connectionsLeft());
    return left;
  }

  private long announceLeft() {
    return Math.max(0, announceNanos - (nanos.getAsLong() - announced));
  }

  private Left port(String text) {
    return new Left("port", 1, "the " + port.name() + text);
  }

  private List<Left> connectionsLeft() {
    int all = port.connections();
    int owed = Math.min(all, port.connectionsOwed());
    if (all == 0) {
      return List.of();
    }
    int idle = all - owed;
    return List.of(
        new Left("connections-in-use", owed, owed + " connections in use"),
        new Left(
            "connections-idle",
            idle,
            idle + " idle, which end with their next answer or connections.idle-timeout"));
  }

  /**
   * Drains and closes a process that must stop: returns when no client waits for an answer. It does
   * not wait for idle connections.
   *
   * @param most time for answers after the port was closed
   */
  public void finish(Duration most) throws InterruptedException {
    close();
    closed.await();
    long end = System.nanoTime() + most.toNanos();
    while (port.connectionsOwed() > 0 && System.nanoTime() < end) {
      Thread.sleep(LOOK);
    }
  }
}
