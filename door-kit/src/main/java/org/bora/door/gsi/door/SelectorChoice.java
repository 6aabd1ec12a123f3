package org.bora.door.gsi.door;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.bora.port.AddressBlock;

/**
 * Chooses the selector of a new connection. Half of the selectors serve addresses with few
 * connections, half those with many. Busy callers keep one half busy; the threads of the other half
 * have little to do, and the kernel prefers threads that have slept. So a connection next to a
 * thousand of another address waits neither for a busy selector nor long for a processor. If all
 * addresses have few connections, or all have many, one half does all the work: each half has as
 * many selectors as there are processors.
 *
 * <p>An address uses the half for many as long as it has that many connections; a connection stays
 * with its selector. Not thread safe: only the accepting thread uses it.
 *
 * @param <S> selectors
 */
final class SelectorChoice<S> {

  /** What a user's tools, or a site's that keep some connections, do not reach. */
  static final int MANY = 8;

  /** So long may it take until a connection that was accepted counts as open. */
  private static final long LATE_NANOS = Duration.ofMillis(100).toNanos();

  /** One half; its selectors take turns. */
  private static final class Half<S> {
    final List<S> selectors = new ArrayList<>();
    private int turn;

    S next() {
      turn = (turn + 1) % selectors.size();
      return selectors.get(turn);
    }
  }

  private final Half<S> few = new Half<>();
  private final Half<S> many = new Half<>();
  private final ToIntFunction<AddressBlock> openOf;
  private final LongSupplier nanoTime;

  /** What was accepted since {@link #countedFrom}. */
  private final Map<AddressBlock, Integer> accepted = new HashMap<>();

  private long countedFrom;
  private boolean lastToMany;

  /**
   * @param openOf how many connections of an address are open
   * @param nanoTime as {@link System#nanoTime}
   */
  SelectorChoice(ToIntFunction<AddressBlock> openOf, LongSupplier nanoTime) {
    this.openOf = Objects.requireNonNull(openOf, "openOf");
    this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
    this.countedFrom = nanoTime.getAsLong();
  }

  /** One more of an even number; they become of one half and the other in turn. */
  void add(S selector) {
    (few.selectors.size() <= many.selectors.size() ? few : many).selectors.add(selector);
  }

  /**
   * The one for a new connection.
   *
   * @param address empty for a balancer, which will say, or not, for whom it speaks: those are
   *     spread over all
   */
  S next(Optional<AddressBlock> address) {
    boolean toMany = address.map(this::hasMany).orElse(!lastToMany);
    lastToMany = toMany;
    return (toMany ? many : few).next();
  }

  private boolean hasMany(AddressBlock address) {
    long now = nanoTime.getAsLong();
    if (now - countedFrom > LATE_NANOS) {
      countedFrom = now;
      accepted.clear();
    }
    int justNow = accepted.merge(address, 1, Integer::sum) - 1;
    return Math.max(justNow, openOf.applyAsInt(address)) >= MANY;
  }

  /** The listening selector: accepted connections do not wait for other work. */
  S listener() {
    return few.selectors.getFirst();
  }
}
