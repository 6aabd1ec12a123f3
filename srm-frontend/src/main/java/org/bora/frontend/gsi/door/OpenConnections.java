package org.bora.frontend.gsi.door;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every open connection, and who has to leave when there are too many. Clients that connect and say
 * nothing, or keep what they do not use, lock nobody out:
 *
 * <ul>
 *   <li>before HTTP (waiting for bytes, in the {@link HandshakeLine}, in the handshake, silent
 *       after it) the oldest makes room for the newest: an honest one is through in the time that
 *       the bound, divided by the rate of arrivals, leaves it;
 *   <li>when nearly as many are open as may be, the one that has been idle for longest makes room,
 *       or else the one whose request has been awaited for longest;
 *   <li>of one address, the same: its own oldest, and its own idle ones, leave for its newest, and
 *       where all are at work the newest is turned away. Other addresses do not suffer;
 *   <li>a request must arrive whole within its time: then its read fails, and a little later the
 *       connection ends.
 * </ul>
 *
 * <p>A connection whose request is being served is never asked to leave. Safe for all threads;
 * connections are ended outside the lock.
 */
final class OpenConnections {

  private static final Logger LOG = LoggerFactory.getLogger(OpenConnections.class);

  private record Leaving(Visitor visitor, String reason) {}

  /** For the answer to a request that did not arrive in time. */
  private static final long ANSWER_NANOS = Duration.ofSeconds(5).toNanos();

  private final ConnectionBounds bounds;
  private final long handshakeNanos;
  private final LongSupplier nanoTime;
  private final Room whole;
  private final Map<AddressBlock, Room> addresses = new HashMap<>();

  /**
   * @param handshakeTimeout from the opening to the first byte of HTTP
   * @param nanoTime as {@link System#nanoTime}
   */
  OpenConnections(ConnectionBounds bounds, Duration handshakeTimeout, LongSupplier nanoTime) {
    this.bounds = bounds;
    this.handshakeNanos = handshakeTimeout.toNanos();
    this.nanoTime = nanoTime;
    // Below the bound at which the port is not listened to any more, or idle ones could fill it.
    int beforeFull = bounds.most() - Math.max(1, bounds.most() / 32);
    this.whole = new Room(beforeFull, bounds.beforeHttp());
  }

  /** A connection has been opened. It may be told to end before this returns. */
  void opened(Visitor visitor) {
    List<Leaving> leaving = new ArrayList<>(0);
    synchronized (whole) {
      if (visitor.stage() == Visitor.Stage.GONE) {
        return; // another thread was quicker to close it
      }
      visitor.take();
      visitor.allowUntil(nanoTime.getAsLong() + handshakeNanos);
      whole.add(visitor);
      visitor.address().ifPresent(address -> enter(visitor, address, leaving));
      Optional<Visitor> oldest = whole.tooManyNewcomers();
      oldest.ifPresent(
          one ->
              leave(
                  one, "more than " + bounds.beforeHttp() + " newer ones had no request", leaving));
      if (whole.isFull()) {
        whole
            .leastMissed()
            .ifPresent(one -> leave(one, "idle, and the last places are needed", leaving));
      }
    }
    end(leaving);
  }

  private void enter(Visitor visitor, AddressBlock address, List<Leaving> leaving) {
    Room its =
        addresses.computeIfAbsent(
            address, key -> new Room(bounds.perAddress(), bounds.perAddressBeforeHttp()));
    its.add(visitor);
    its.tooManyNewcomers()
        .ifPresent(
            one ->
                leave(
                    one,
                    "its address has more than "
                        + bounds.perAddressBeforeHttp()
                        + " newer ones without a request",
                    leaving));
    if (its.isFull()) {
      Visitor one = its.leastMissed().orElse(visitor);
      leave(one, "its address has " + bounds.perAddress() + " connections", leaving);
    }
  }

  private void leave(Visitor visitor, String reason, List<Leaving> leaving) {
    if (visitor.stage() != Visitor.Stage.GONE) {
      move(visitor, Visitor.Stage.GONE);
      leaving.add(new Leaving(visitor, reason));
    }
  }

  private static void end(List<Leaving> leaving) {
    for (Leaving one : leaving) {
      try {
        one.visitor().end(one.reason());
      } catch (RuntimeException e) {
        // of one connection; the others have to leave nevertheless, and nobody here owns it
        LOG.error("a connection was not ended properly: {}", one.reason(), e);
      }
    }
  }

  /** It delegates: the client has so much time, counted from now. */
  void delegates(Visitor visitor, Duration timeout) {
    synchronized (whole) {
      if (visitor.stage() == Visitor.Stage.NEW) {
        visitor.allowUntil(nanoTime.getAsLong() + timeout.toNanos());
        move(visitor, Visitor.Stage.NEW);
      }
    }
  }

  /** HTTP begins, or a request of it has been answered. */
  void idle(Visitor visitor) {
    to(visitor, Visitor.Stage.IDLE);
  }

  /**
   * The service waits for more bytes of a request.
   *
   * @param deadlineNanos until when the whole of it must be there, of the clock given
   */
  void sending(Visitor visitor, long deadlineNanos) {
    synchronized (whole) {
      if (visitor.stage() != Visitor.Stage.GONE) {
        visitor.allowUntil(deadlineNanos);
        move(visitor, Visitor.Stage.SENDING);
      }
    }
  }

  /** The time of the clock that deadlines are of. */
  long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** A request of it is served from now on. */
  void busy(Visitor visitor) {
    to(visitor, Visitor.Stage.BUSY);
  }

  private void to(Visitor visitor, Visitor.Stage next) {
    synchronized (whole) {
      if (visitor.stage() != Visitor.Stage.GONE) {
        move(visitor, next);
      }
    }
  }

  private void move(Visitor visitor, Visitor.Stage next) {
    visitor.enter(next);
    whole.move(visitor, next);
    room(visitor).ifPresent(room -> room.move(visitor, next));
  }

  private Optional<Room> room(Visitor visitor) {
    return visitor.address().map(addresses::get);
  }

  /** It has been closed; more than once does no harm. */
  void closed(Visitor visitor) {
    synchronized (whole) {
      if (!visitor.giveBack()) {
        visitor.enter(Visitor.Stage.GONE);
        return;
      }
      move(visitor, Visitor.Stage.GONE);
      whole.giveBack();
      room(visitor)
          .ifPresent(
              room -> {
                room.giveBack();
                if (room.open() == 0) {
                  addresses.remove(visitor.address().orElseThrow());
                }
              });
    }
  }

  /**
   * Ends those that should have begun HTTP by now, or sent their request, whatever trickles in.
   * Call it now and then: that is cheaper than an alarm for each.
   */
  void endOverdue() {
    List<Leaving> leaving = new ArrayList<>();
    List<Visitor> late = new ArrayList<>();
    synchronized (whole) {
      long now = nanoTime.getAsLong();
      for (Visitor one : List.copyOf(whole.senders())) {
        if (now - one.deadlineNanos() < 0) {
          continue;
        }
        if (one.warn()) {
          one.allowUntil(now + ANSWER_NANOS);
          late.add(one);
        } else {
          leave(one, "its request did not arrive in time", leaving);
        }
      }
      for (Visitor one : List.copyOf(whole.newcomers())) {
        if (now - one.deadlineNanos() >= 0) {
          leave(one, "no request in time", leaving);
        }
      }
    }
    late.forEach(one -> one.fail("the request did not arrive in time"));
    end(leaving);
  }

  /** How many have not begun HTTP. */
  int beforeHttp() {
    synchronized (whole) {
      return whole.newcomers().size();
    }
  }

  /** How many of an address are open. */
  int of(AddressBlock address) {
    synchronized (whole) {
      Room its = addresses.get(address);
      return its == null ? 0 : its.open();
    }
  }

  /** How many are open. */
  int open() {
    synchronized (whole) {
      return whole.open();
    }
  }
}
