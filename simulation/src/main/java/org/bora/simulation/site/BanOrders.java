package org.bora.simulation.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bora.simulation.schedule.Scheduler;

/**
 * Who is banned by order, and whether frontends go by that: where it is calm, and nothing happens
 * that hides from clients either, an order holds within a second of its acknowledgement, and no
 * longer after it was lifted or is over.
 */
final class BanOrders {
  /** A second, as is documented, and what messages and other frontends' questions take. */
  static final Duration BOUND = Duration.ofMillis(1_500);

  /** How long an order may be on its way. */
  private static final Duration LATE = Duration.ofMinutes(5);

  private static final long NEVER = Long.MAX_VALUE;

  private final Scheduler scheduler;
  private final Calm calm;
  private final Report report;
  private final List<Order> all = new ArrayList<>();

  BanOrders(Scheduler scheduler, Calm calm, Report report) {
    this.scheduler = scheduler;
    this.calm = calm;
    this.report = report;
  }

  /** A ban; times are those of the scheduler. */
  final class Order {
    private final String names;
    private final Duration lasts;
    private final long asked = scheduler.nanos();
    private long acknowledged = NEVER;

    /** From here on callers may be let in again. */
    private long mayEnd;

    /** From here on they are let in, but for what the news takes. */
    private long ends = NEVER;

    private Order(String names, Duration lasts) {
      this.names = names;
      this.lasts = lasts;
      this.mayEnd = asked + lasts.minus(MachineClocks.DIFFERENCE).toNanos();
    }

    /** The backend has said so. */
    void isAcknowledged() {
      acknowledged = scheduler.nanos();
      ends = acknowledged + lasts.toNanos();
    }

    boolean isAcknowledgedNow() {
      return acknowledged != NEVER;
    }

    /** Somebody asks for its end. */
    void isToEnd() {
      mayEnd = Math.min(mayEnd, scheduler.nanos());
    }

    /** The backend has said that it is over. */
    void isLifted() {
      ends = Math.min(ends, scheduler.nanos());
    }

    /** Whether it may hold. */
    boolean isOver() {
      return scheduler.nanos() >= mayEnd;
    }

    private boolean isOf(String dn) {
      return dn.startsWith(names);
    }

    private boolean holdsFrom(long since) {
      return acknowledged <= since && scheduler.nanos() < mayEnd;
    }

    /** One that nobody has acknowledged may have been entered minutes after it was asked for. */
    private boolean mayHoldSince(long since) {
      return acknowledged == NEVER ? asked + lasts.plus(LATE).toNanos() > since : ends > since;
    }
  }

  /**
   * An administrator is about to order a ban.
   *
   * @param names what the names of the banned begin with
   */
  Order asks(String names, Duration lasts) {
    Order order = new Order(names, lasts);
    all.add(order);
    return order;
  }

  /** Since when a frontend would know; it is to be held to it only where it is calm since then. */
  private long known() {
    return scheduler.nanos() - BOUND.toNanos();
  }

  /** A frontend lets a caller in. */
  void admitted(String dn) {
    long since = known();
    if (calm.isWholeSince(since)
        && all.stream().anyMatch(order -> order.isOf(dn) && order.holdsFrom(since))) {
      report.wrong("bans", dn + " is let in, and has been banned since " + BOUND);
    }
  }

  /** A frontend keeps a caller out. */
  void refused(String dn) {
    long since = known();
    if (calm.isWholeSince(since)
        && all.stream().noneMatch(order -> order.isOf(dn) && order.mayHoldSince(since))) {
      report.wrong("bans", dn + " is kept out, and has not been banned since " + BOUND);
    }
  }
}
