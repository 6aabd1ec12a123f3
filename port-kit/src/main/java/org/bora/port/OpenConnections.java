package org.bora.port;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All open connections, and the choice of those to close when there are too many. Clients that send
 * nothing, or keep idle connections, cannot lock out other clients:
 *
 * <ul>
 *   <li>before its first request (waiting for bytes or for its handshake, in the handshake, silent
 *       after it) the oldest is closed for the newest: an honest one needs less time than the limit
 *       divided by the rate of arrivals;
 *   <li>near the total limit, the connection with the longest idle time is closed, or else the one
 *       whose request has been awaited for longest; for the last place, the oldest one without a
 *       request. If all were busy when the last place was taken, the first one with a complete
 *       answer is closed, and the port pauses until then;
 *   <li>the same for one address: its own oldest and idle connections are closed for its newest,
 *       and if all are busy the newest is refused. Other addresses are not affected;
 *   <li>the same for one caller, as soon as it is authenticated;
 *   <li>the head of a request must arrive within its time, or the connection ends; the same applies
 *       to its body: its read fails, and a little later the connection ends;
 *   <li>an answer must be taken at a minimum rate, or the connection ends;
 *   <li>between two requests a connection may be idle for the time that Jetty is told. A request
 *       that comes when that is over is not read; one that comes before is served.
 * </ul>
 *
 * <p>A connection whose request is being served is never closed to make room. A connection that is
 * being closed does not count any more. Thread safe; connections are closed outside the lock.
 */
public final class OpenConnections {

  private static final Logger LOG = LoggerFactory.getLogger(OpenConnections.class);

  private record Leaving(Visitor visitor, String reason) {}

  /** For the answer to a request that did not arrive in time. */
  private static final long ANSWER_NANOS = Duration.ofSeconds(5).toNanos();

  private final ConnectionLimits limits;
  private final long handshakeNanos;
  private final LongSupplier nanoTime;
  private final ConnectionRoom whole;
  private final Map<AddressBlock, ConnectionRoom> addresses = new HashMap<>();
  private final Map<String, ConnectionRoom> callers = new HashMap<>();

  /**
   * @param handshakeTimeout from the opening to the first request
   * @param nanoTime as {@link System#nanoTime}
   */
  public OpenConnections(
      ConnectionLimits limits, Duration handshakeTimeout, LongSupplier nanoTime) {
    this.limits = limits;
    this.handshakeNanos = handshakeTimeout.toNanos();
    this.nanoTime = nanoTime;
    // Below the bound at which the port is not listened to any more, or idle ones could fill it.
    int beforeFull = limits.most() - Math.max(1, limits.most() / 32);
    this.whole = new ConnectionRoom(beforeFull, limits.beforeRequest());
  }

  /** A connection has been opened. It may be told to end before this returns. */
  public void opened(Visitor visitor) {
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
                  one,
                  "more than " + limits.beforeRequest() + " newer ones had no request",
                  leaving));
      if (whole.isFull()) {
        whole
            .leastMissed()
            .or(
                () ->
                    whole.staying() < limits.most()
                        ? Optional.empty()
                        : whole.oldestNewcomer(visitor))
            .ifPresent(one -> leave(one, "the last places are needed", leaving));
      }
    }
    end(leaving);
  }

  private void enter(Visitor visitor, AddressBlock address, List<Leaving> leaving) {
    ConnectionRoom its =
        addresses.computeIfAbsent(
            address,
            key -> new ConnectionRoom(limits.perAddress(), limits.perAddressBeforeRequest()));
    its.add(visitor);
    its.tooManyNewcomers()
        .ifPresent(
            one ->
                leave(
                    one,
                    "its address has more than "
                        + limits.perAddressBeforeRequest()
                        + " newer ones without a request",
                    leaving));
    if (its.isFull()) {
      Visitor one = its.leastMissed().or(() -> its.oldestNewcomer(visitor)).orElse(visitor);
      leave(one, "its address has " + limits.perAddress() + " connections", leaving);
    }
  }

  private void leave(Visitor visitor, String reason, List<Leaving> leaving) {
    if (visitor.stage() != Visitor.Stage.GONE) {
      move(visitor, Visitor.Stage.GONE);
      rooms(visitor).forEach(ConnectionRoom::tellToEnd);
      leaving.add(new Leaving(visitor, reason));
    }
  }

  private static void end(List<Leaving> leaving) {
    for (Leaving one : leaving) {
      try {
        one.visitor().end(one.reason());
      } catch (RuntimeException | Error e) {
        // of one connection; the others have to leave nevertheless
        LOG.error("a connection was not ended properly: {}", one.reason(), e);
      }
    }
  }

  /**
   * It is known whose the connection is. Where the caller has too many, one of them is ended, which
   * may be this one.
   *
   * @param caller only the first counts
   * @return false where this one is ended: all others of the caller are at work
   */
  public boolean identified(Visitor visitor, String caller) {
    List<Leaving> leaving = new ArrayList<>(0);
    boolean stays = true;
    synchronized (whole) {
      if (visitor.stage() == Visitor.Stage.GONE || visitor.caller().isPresent()) {
        return true;
      }
      if (!enter(visitor, caller, leaving)) {
        leave(visitor, tooMany(), leaving);
        stays = false;
      }
    }
    end(leaving);
    return stays;
  }

  /**
   * The same if a request identifies the caller. A connection over the limit is not closed here, so
   * that the client gets an answer: the request must be refused, and the connection closed with the
   * answer.
   *
   * @param caller only the first admitted one counts
   */
  public Sending.Stay mayServe(Visitor visitor, String caller) {
    List<Leaving> leaving = new ArrayList<>(0);
    Sending.Stay stay;
    synchronized (whole) {
      if (!isStaying(visitor)) {
        stay = Sending.Stay.ENDING;
      } else if (visitor.caller().isPresent() || enter(visitor, caller, leaving)) {
        stay = Sending.Stay.YES;
      } else {
        stay = Sending.Stay.TOO_MANY;
      }
    }
    end(leaving);
    return stay;
  }

  /** False, with nothing changed, where all other connections of the caller are at work. */
  private boolean enter(Visitor visitor, String caller, List<Leaving> leaving) {
    ConnectionRoom its =
        callers.computeIfAbsent(
            caller, key -> new ConnectionRoom(limits.perCaller(), limits.perCaller()));
    if (its.isAtMost()) {
      Optional<Visitor> other = its.leastMissed().or(() -> its.oldestNewcomer(visitor));
      if (other.isEmpty()) {
        return false;
      }
      leave(other.get(), tooMany(), leaving);
    }
    visitor.belongsTo(caller);
    its.add(visitor);
    its.move(visitor, visitor.stage());
    return true;
  }

  private String tooMany() {
    return "its caller has " + limits.perCaller() + " connections";
  }

  /** It delegates: the client has so much time, counted from now. */
  public void delegates(Visitor visitor, Duration timeout) {
    synchronized (whole) {
      if (visitor.stage() == Visitor.Stage.NEW) {
        visitor.allowUntil(nanoTime.getAsLong() + timeout.toNanos());
        move(visitor, Visitor.Stage.NEW);
      }
    }
  }

  /** HTTP begins. */
  public void idle(Visitor visitor) {
    to(visitor, Visitor.Stage.IDLE);
  }

  /**
   * A request of it has been answered. While every place is taken the port rests, so no newcomer
   * can make an idle connection leave: this one does.
   */
  public void answered(Visitor visitor) {
    List<Leaving> leaving = new ArrayList<>(0);
    synchronized (whole) {
      if (isStaying(visitor)) {
        move(visitor, Visitor.Stage.IDLE);
        if (whole.staying() >= limits.most()) {
          leave(visitor, "every place was taken, and it has its answer", leaving);
        }
      }
    }
    end(leaving);
  }

  /**
   * Bytes have come after the last request: they begin the head of the next. Without effect on a
   * connection without a request, whose time runs already.
   *
   * @param time for the rest of the head, from now on
   * @return whether they may be read; if not, the connection is about to end
   */
  public boolean heading(Visitor visitor, Duration time) {
    synchronized (whole) {
      if (visitor.stage() == Visitor.Stage.IDLE) {
        visitor.allowUntil(nanoTime.getAsLong() + time.toNanos());
        move(visitor, Visitor.Stage.HEADING);
      }
      return isStaying(visitor);
    }
  }

  /**
   * No byte has passed for a long time, by a clock that may have been read before a byte came.
   * Between two requests this ends the connection: nothing more of it is read. It does not affect
   * the head of a request, or a busy service.
   *
   * @param time the idle time
   * @return whether the connection is to be informed
   */
  public boolean expired(Visitor visitor, Duration time) {
    synchronized (whole) {
      long now = nanoTime.getAsLong();
      // the two clocks begin at about the same time, not at the same
      if (now - visitor.sinceNanos() < time.dividedBy(2).toNanos()) {
        return false;
      }
      if (visitor.stage() == Visitor.Stage.IDLE) {
        visitor.allowUntil(now + ANSWER_NANOS);
        move(visitor, Visitor.Stage.LEAVING);
        return true;
      }
      return switch (visitor.stage()) {
        case SENDING, TAKING, LEAVING, GONE -> true;
        case NEW, IDLE, HEADING, BUSY -> false;
      };
    }
  }

  /**
   * The service waits for more bytes of a request.
   *
   * @param deadlineNanos until when the whole of it must be there, of the clock given
   */
  public void sending(Visitor visitor, long deadlineNanos) {
    synchronized (whole) {
      if (isStaying(visitor)) {
        visitor.allowUntil(deadlineNanos);
        move(visitor, Visitor.Stage.SENDING);
      }
    }
  }

  /**
   * The service waits until the client has taken the written part of an answer.
   *
   * @param deadlineNanos the deadline for that, by the given clock
   */
  public void taking(Visitor visitor, long deadlineNanos) {
    synchronized (whole) {
      if (isStaying(visitor)) {
        visitor.allowUntil(deadlineNanos);
        move(visitor, Visitor.Stage.TAKING);
      }
    }
  }

  /** The time of the clock that deadlines are of. */
  public long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** A request of it is served from now on. */
  public void busy(Visitor visitor) {
    to(visitor, Visitor.Stage.BUSY);
  }

  private void to(Visitor visitor, Visitor.Stage next) {
    synchronized (whole) {
      if (isStaying(visitor)) {
        move(visitor, next);
      }
    }
  }

  private static boolean isStaying(Visitor visitor) {
    return visitor.stage() != Visitor.Stage.LEAVING && visitor.stage() != Visitor.Stage.GONE;
  }

  private void move(Visitor visitor, Visitor.Stage next) {
    visitor.enter(next, nanoTime.getAsLong());
    rooms(visitor).forEach(room -> room.move(visitor, next));
  }

  /** Those that it has a place in. */
  private List<ConnectionRoom> rooms(Visitor visitor) {
    List<ConnectionRoom> its = new ArrayList<>(3);
    its.add(whole);
    visitor.address().map(addresses::get).ifPresent(its::add);
    visitor.caller().map(callers::get).ifPresent(its::add);
    return its;
  }

  /** It has been closed; more than once does no harm. */
  public void closed(Visitor visitor) {
    synchronized (whole) {
      if (!visitor.giveBack()) {
        visitor.enter(Visitor.Stage.GONE, nanoTime.getAsLong());
        return;
      }
      boolean told = visitor.stage() == Visitor.Stage.GONE;
      move(visitor, Visitor.Stage.GONE);
      rooms(visitor).forEach(room -> room.giveBack(told));
      visitor.address().ifPresent(address -> removeEmpty(addresses, address));
      visitor.caller().ifPresent(caller -> removeEmpty(callers, caller));
    }
  }

  private static <K> void removeEmpty(Map<K, ConnectionRoom> rooms, K key) {
    if (rooms.get(key).open() == 0) {
      rooms.remove(key);
    }
  }

  /**
   * Closes connections that should have begun HTTP, sent their request, or taken their answer by
   * now, even if bytes still trickle. To be called now and then, which is cheaper than a timer for
   * each.
   */
  public void endOverdue() {
    List<Leaving> leaving = new ArrayList<>();
    List<Visitor> late = new ArrayList<>();
    synchronized (whole) {
      long now = nanoTime.getAsLong();
      for (Visitor one : List.copyOf(whole.senders())) {
        if (now - one.deadlineNanos() < 0) {
          continue;
        }
        if (one.stage() == Visitor.Stage.SENDING && one.warn()) {
          one.allowUntil(now + ANSWER_NANOS);
          late.add(one);
        } else {
          boolean idle = one.stage() == Visitor.Stage.LEAVING;
          leave(one, idle ? "it was idle" : "its request did not arrive in time", leaving);
        }
      }
      overdue(whole.newcomers(), now, "no request in time", leaving);
      overdue(whole.takers(), now, "its answer was not taken in time", leaving);
    }
    late.forEach(one -> one.fail("the request did not arrive in time"));
    end(leaving);
  }

  private void overdue(Collection<Visitor> among, long now, String reason, List<Leaving> leaving) {
    for (Visitor one : List.copyOf(among)) {
      if (now - one.deadlineNanos() >= 0) {
        leave(one, reason, leaving);
      }
    }
  }

  /** How many are without a request. */
  public int beforeRequest() {
    synchronized (whole) {
      return whole.newcomers().size();
    }
  }

  /** How many of an address are open. */
  public int of(AddressBlock address) {
    synchronized (whole) {
      ConnectionRoom its = addresses.get(address);
      return its == null ? 0 : its.open();
    }
  }

  /** How many are between two requests. */
  public int idle() {
    synchronized (whole) {
      return whole.idle();
    }
  }

  /** How many are open and were not told to end. */
  public int staying() {
    synchronized (whole) {
      return whole.staying();
    }
  }

  /** How many are open. */
  public int open() {
    synchronized (whole) {
      return whole.open();
    }
  }
}
