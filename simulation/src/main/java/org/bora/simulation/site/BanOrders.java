package org.bora.simulation.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bora.simulation.schedule.Scheduler;

/**
 * Bans by an administrator's order, and whether frontends enforce them. While a site is calm and
 * has no hidden faults either, an order takes effect within a second of its acknowledgement. It
 * ends as soon as it is lifted or expires.
 */
final class BanOrders {
  /** The documented second, plus the time for messages and for queries of other frontends. */
  static final Duration BOUND = Duration.ofMillis(1_500);

  /** Longest time until an unacknowledged order takes effect. */
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

  /** A ban; times are the scheduler's. */
  final class Order {
    private final String names;
    private final Duration lasts;
    private final long asked = scheduler.nanos();
    private long acknowledged = NEVER;

    /** From this time on callers may be admitted again. */
    private long mayEnd;

    /** From this time on callers must be admitted, apart from the propagation delay. */
    private long ends = NEVER;

    private Order(String names, Duration lasts) {
      this.names = names;
      this.lasts = lasts;
      this.mayEnd = asked + lasts.minus(MachineClocks.DIFFERENCE).toNanos();
    }

    /** The backend has acknowledged the order. */
    void isAcknowledged() {
      acknowledged = scheduler.nanos();
      ends = acknowledged + lasts.toNanos();
    }

    boolean isAcknowledgedNow() {
      return acknowledged != NEVER;
    }

    /** The administrator asks to lift the ban. */
    void isToEnd() {
      mayEnd = Math.min(mayEnd, scheduler.nanos());
    }

    /** The backend has acknowledged the end of the ban. */
    void isLifted() {
      ends = Math.min(ends, scheduler.nanos());
    }

    /** Whether the ban may have ended. */
    boolean isOver() {
      return scheduler.nanos() >= mayEnd;
    }

    private boolean isOf(String dn) {
      return dn.startsWith(names);
    }

    private boolean holdsFrom(long since) {
      return acknowledged <= since && scheduler.nanos() < mayEnd;
    }

    /**
     * Whether the ban may have been in effect since then. An unacknowledged ban may have been
     * entered minutes after it was ordered.
     */
    private boolean mayHoldSince(long since) {
      return acknowledged == NEVER ? asked + lasts.plus(LATE).toNanos() > since : ends > since;
    }
  }

  /**
   * An administrator is about to order a ban.
   *
   * @param names prefix of the banned names
   */
  Order asks(String names, Duration lasts) {
    Order order = new Order(names, lasts);
    all.add(order);
    return order;
  }

  /**
   * Frontends must know the orders acknowledged before this time, provided that all has been calm
   * since then.
   */
  private long known() {
    return scheduler.nanos() - BOUND.toNanos();
  }

  /** A frontend admits a caller. */
  void admitted(String dn) {
    long since = known();
    if (calm.isWholeSince(since)
        && all.stream().anyMatch(order -> order.isOf(dn) && order.holdsFrom(since))) {
      report.wrong("bans", dn + " is let in, and has been banned since " + BOUND);
    }
  }

  /** A frontend refuses a caller. */
  void refused(String dn) {
    long since = known();
    if (calm.isWholeSince(since)
        && all.stream().noneMatch(order -> order.isOf(dn) && order.mayHoldSince(since))) {
      report.wrong("bans", dn + " is kept out, and has not been banned since " + BOUND);
    }
  }
}
