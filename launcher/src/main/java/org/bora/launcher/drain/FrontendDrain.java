package org.bora.launcher.drain;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a frontend out of service, a step after the other: it says that it is not ready, goes on
 * taking clients until balancers have heard of it, closes its port when the kernel's queue is
 * empty, and waits for the connections that are open; every answer from the first step on is the
 * last of its connection. It can be taken back until the port is closed. Thread safe.
 */
public final class FrontendDrain implements Drainable {

  private static final Logger LOG = LoggerFactory.getLogger(FrontendDrain.class);
  private static final Duration LOOK = Duration.ofMillis(20);

  /** The port of the clients; see {@code GsiDoor}, which it is. */
  public interface Port {

    /** Every answer is the last one of its connection. */
    void leave();

    /** Connections are kept again. */
    void stay();

    /** Closes the port and loses nobody; blocks for up to {@code patience}. */
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
  private final Duration announce;
  private final Duration patience;
  private final CountDownLatch closed = new CountDownLatch(1);
  private Step step = Step.SERVING;
  private CountDownLatch takenBack = new CountDownLatch(1);

  /**
   * Makes one for a port that serves.
   *
   * @param announce how long clients are taken after the balancers could hear of it
   * @param patience for connections that the kernel has made when the port is to be closed
   */
  public FrontendDrain(Port port, Duration announce, Duration patience) {
    this.port = Objects.requireNonNull(port, "port");
    this.announce = Objects.requireNonNull(announce, "announce");
    this.patience = Objects.requireNonNull(patience, "patience");
  }

  /** Whether balancers shall send clients. */
  public synchronized boolean isReady() {
    return step == Step.SERVING;
  }

  @Override
  public synchronized void begin() {
    if (step != Step.SERVING) {
      return;
    }
    step = Step.ANNOUNCED;
    port.leave();
    CountDownLatch back = new CountDownLatch(1);
    takenBack = back;
    Thread.ofVirtual().name("drain").start(() -> close(back));
  }

  private void close(CountDownLatch back) {
    try {
      if (back.await(announce.toNanos(), TimeUnit.NANOSECONDS) || !mayClose(back)) {
        return;
      }
      LOG.info("closing the SRM port");
      port.stopListening(patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("the SRM port was not closed", e);
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
        port.stay();
        step = Step.SERVING;
        yield true;
      }
      case CLOSING, CLOSED -> false;
    };
  }

  @Override
  public synchronized List<String> left() {
    return switch (step) {
      case SERVING -> List.of("the SRM port takes clients");
      case ANNOUNCED -> List.of("balancers are told that it is not ready, clients are still taken");
      case CLOSING -> List.of("the SRM port is being closed");
      case CLOSED -> connectionsLeft();
    };
  }

  private List<String> connectionsLeft() {
    int all = port.connections();
    int owed = Math.min(all, port.connectionsOwed());
    if (all == 0) {
      return List.of();
    }
    return List.of(
        owed
            + " connections in use, "
            + (all - owed)
            + " idle, which end with their next answer or connections.idle-timeout");
  }

  /**
   * The whole way, for a process that is told to stop: returns when nobody waits for an answer any
   * more; connections that are idle are not waited for.
   *
   * @param most for answers, after the port was closed
   */
  public void finish(Duration most) throws InterruptedException {
    begin();
    closed.await();
    long end = System.nanoTime() + most.toNanos();
    while (port.connectionsOwed() > 0 && System.nanoTime() < end) {
      Thread.sleep(LOOK);
    }
  }
}
