package org.bora.door.gsi.door;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.bora.port.AddressBlock;
import org.bora.port.OpenConnections;

/**
 * The queue of connections that wait for their handshake. Each selector does one at a time, which
 * means one at a time for each processor. Addresses take turns; for one address, first come, first
 * served. A connection joins when the first bytes of its client can be read; until its turn they
 * stay unread, and it costs no more than a socket. A silent client never joins.
 *
 * <p>A turn begins one handshake, which is most of its work: our signature. Before the next turn
 * the selector serves readable connections, so that started handshakes continue ({@link
 * AnswerLine}) before others begin. They hold no place while their client computes or its answer is
 * on the way; otherwise a client on another continent would keep a processor waiting, and one that
 * stops in the middle would block it for ever. {@link OpenConnections} limits their number.
 *
 * <p>Clients that have left are not served. A client waits for its {@code patience}. If the queue
 * is longer than can be served in this time, at the measured rate, the address with the most
 * waiting connections loses its oldest: these have the least patience left, and the others get
 * their turn sooner. If the newest were dropped instead, everyone would wait for their whole
 * patience and leave just before being served. An address with few waiting connections does not pay
 * for one with many.
 *
 * <p>Only the thread of the selector adds and serves connections; any thread may remove one.
 */
final class HandshakeLine {

  /** A waiting connection. None of the methods may throw. */
  interface Client {

    /** From where it comes; empty for a balancer that does not say for whom it speaks. */
    Optional<AddressBlock> address();

    /**
     * Its turn has come.
     *
     * @param waited whether it was not at once, so that the client may have left
     */
    void begin(boolean waited);

    /** It has waited in vain. */
    void giveUp(String reason);
  }

  /** Of what the rate is measured: shorter would take one pause of the machine for a rate. */
  private static final long WINDOW_NANOS = Duration.ofSeconds(2).toNanos();

  private final long patienceNanos;
  private final LongSupplier nanoTime;
  private final KeyTurns<Optional<AddressBlock>, Client> waiting = new KeyTurns<>();
  private boolean turnTaken;
  private long windowBegan;
  private int begunInWindow;
  private long nanosPerTurn;
  private final LongAdder dropped = new LongAdder();

  /**
   * @param patience of a client until its handshake begins
   * @param nanoTime as {@link System#nanoTime}
   */
  HandshakeLine(Duration patience, LongSupplier nanoTime) {
    this.patienceNanos = patience.toNanos();
    this.nanoTime = nanoTime;
  }

  /** Something can be read of this client. Its turn may come at once. */
  void join(Client client) {
    List<Client> dropped = new ArrayList<>(0);
    boolean atOnce;
    synchronized (waiting) {
      atOnce = waiting.isEmpty() && !turnTaken;
      turnTaken = true;
      if (!atOnce) {
        stand(client, dropped);
      }
    }
    giveUp(dropped);
    if (atOnce) {
      client.begin(false);
    }
  }

  private void stand(Client client, List<Client> dropped) {
    long now = nanoTime.getAsLong();
    if (waiting.isEmpty()) {
      windowBegan = now;
      begunInWindow = 0;
      nanosPerTurn = 0;
    }
    waiting.add(client.address(), client, now);
    // Invariant: a handshake in this line gets its turn in time, as far as the rate is known.
    while (waiting.size() * nanosPerTurn > patienceNanos) {
      dropped.add(waiting.dropOfTheMost());
    }
  }

  /**
   * Called when the selector has no other work, and serves one waiting handshake.
   *
   * @return whether the line was not empty
   */
  boolean turn() {
    List<Client> dropped = new ArrayList<>(0);
    Optional<Client> next;
    synchronized (waiting) {
      turnTaken = false;
      if (waiting.isEmpty()) {
        return false;
      }
      next = next(dropped);
      turnTaken = next.isPresent();
    }
    giveUp(dropped);
    next.ifPresent(client -> client.begin(true));
    return true;
  }

  private Optional<Client> next(List<Client> dropped) {
    long now = nanoTime.getAsLong();
    while (!waiting.isEmpty()) {
      if (now - waiting.nextCameNanos() <= patienceNanos) {
        measure(now);
        return Optional.of(waiting.next());
      }
      dropped.add(waiting.dropNext());
    }
    return Optional.empty();
  }

  private void measure(long now) {
    begunInWindow++;
    long passed = now - windowBegan;
    if (passed >= WINDOW_NANOS) {
      long inWindow = passed / begunInWindow;
      nanosPerTurn = nanosPerTurn == 0 ? inWindow : (nanosPerTurn + inWindow) / 2;
      windowBegan = now;
      begunInWindow = 0;
    }
  }

  private void giveUp(List<Client> leaving) {
    dropped.add(leaving.size());
    for (Client one : leaving) {
      one.giveUp("the line for handshakes is longer than clients wait");
    }
  }

  /** Its connection has ended; nothing happens when it does not stand in line. */
  void leave(Client client) {
    synchronized (waiting) {
      waiting.remove(client.address(), client);
    }
  }

  /** How many were dropped from the line since it is there. */
  long dropped() {
    return dropped.sum();
  }

  /** How many wait. */
  int length() {
    synchronized (waiting) {
      return waiting.size();
    }
  }
}
