package org.bora.door.gsi.door;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.bora.port.AddressBlock;
import org.bora.port.OpenConnections;

/**
 * The queue of started handshakes of one selector whose clients have answered: each answer costs
 * the verification of a signature and perhaps of a chain. They continue before new handshakes
 * begin, but only {@value #AT_A_TIME} between two checks for readable connections. If more have
 * answered, their addresses take turns, so a client that leaves a thousand handshakes and answers
 * them all at once delays no other.
 *
 * <p>More than one continues for each that begins, so the queue is short except in such a burst,
 * and never longer than {@link OpenConnections} lets there be connections before HTTP.
 *
 * <p>The thread of the selector serves it; any thread may join or leave. A thread that joins wakes
 * the selector.
 */
final class AnswerLine {

  /** A running handshake. */
  interface Handshake {

    /** From where it comes; empty for a balancer that does not say for whom it speaks. */
    Optional<AddressBlock> address();

    /** Its turn has come; must not throw. */
    void goOn();
  }

  private static final int AT_A_TIME = 2;

  private final Executor selector;
  private final KeyTurns<Optional<AddressBlock>, Handshake> waiting = new KeyTurns<>();
  private int taken;

  /**
   * @param selector runs tasks on the selector's thread, soon
   */
  AnswerLine(Executor selector) {
    this.selector = selector;
  }

  /**
   * The client has answered. Its turn comes on the selector's thread, perhaps at once. A thread of
   * Jetty's pool may have written a part of the handshake, and then reports the answer.
   */
  void join(Handshake handshake) {
    selector.execute(() -> stand(handshake));
  }

  private void stand(Handshake handshake) {
    boolean atOnce;
    synchronized (waiting) {
      atOnce = waiting.isEmpty() && taken < AT_A_TIME;
      if (atOnce) {
        taken++;
      } else {
        waiting.add(handshake.address(), handshake, 0);
      }
    }
    if (atOnce) {
      handshake.goOn();
    }
  }

  /**
   * Called when the selector is about to wait for events.
   *
   * @return whether the line was not empty
   */
  boolean turn() {
    List<Handshake> next = new ArrayList<>(0);
    synchronized (waiting) {
      while (!waiting.isEmpty() && next.size() < AT_A_TIME) {
        next.add(waiting.next());
      }
      taken = next.size();
    }
    next.forEach(Handshake::goOn);
    return !next.isEmpty();
  }

  /** Its connection has ended; nothing happens when it does not stand in line. */
  void leave(Handshake handshake) {
    synchronized (waiting) {
      waiting.remove(handshake.address(), handshake);
    }
  }
}
