package org.bora.frontend.gsi.door;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A line in which client addresses take turns, and what comes from one address goes in the order of
 * its coming: whether it has one in line or a thousand, an address gets one turn in a round.
 *
 * <p>An address that comes while others wait, and had no turn in this round, still gets one in it,
 * before those that had theirs. At most as many such come in as began the round, so that the others
 * wait for no more than two rounds, and nobody who keeps coming from new addresses locks them out.
 * What is remembered of addresses of which nobody waits lasts until the end of the round; memory is
 * that of who waits, and what waited in this round.
 *
 * <p>Connections of balancers that do not say for whom they speak are one address together.
 *
 * <p>Every step takes the logarithm of the number of addresses that wait. Not thread-safe.
 *
 * @param <T> what waits; equal to itself alone
 */
final class AddressTurns<T> {

  /** Those of one address, the oldest first, and when each came. */
  private record Waiting<T>(Optional<AddressBlock> address, LinkedHashMap<T, Arrival> members) {

    int size() {
      return members.size();
    }

    Arrival oldest() {
      return members.firstEntry().getValue();
    }
  }

  /**
   * @param number of those who came, no two have the same
   */
  private record Arrival(long number, long nanos) {}

  private final Map<Optional<AddressBlock>, Waiting<T>> addresses = new HashMap<>();

  /** Those that have not had their turn in this round, in their order. */
  private Map<Optional<AddressBlock>, Waiting<T>> round = new LinkedHashMap<>();

  private Map<Optional<AddressBlock>, Waiting<T>> nextRound = new LinkedHashMap<>();

  /** Had a turn in this round, whether anybody of it still waits or not. */
  private final Set<Optional<AddressBlock>> served = new HashSet<>();

  /** How many more addresses may come into this round. */
  private int mayComeIn = 1;

  /**
   * The address with the most in line first; of several that have as many, the one that has waited
   * for longest. Nothing of an address changes while it is in here.
   */
  private final TreeSet<Waiting<T>> bySize =
      new TreeSet<>(
          Comparator.comparingInt((Waiting<T> one) -> -one.size())
              .thenComparingLong(one -> one.oldest().number()));

  private long arrivals;
  private int size;

  /**
   * Puts one at the end of those of its address.
   *
   * @param nanos when that is
   */
  void add(Optional<AddressBlock> address, T one, long nanos) {
    Waiting<T> its = addresses.get(address);
    if (its == null) {
      its = new Waiting<>(address, new LinkedHashMap<>());
      addresses.put(address, its);
      (mayComeInto(address) ? round : nextRound).put(address, its);
    } else {
      bySize.remove(its);
    }
    its.members().put(one, new Arrival(arrivals++, nanos));
    bySize.add(its);
    size++;
  }

  private boolean mayComeInto(Optional<AddressBlock> address) {
    if (size == 0) {
      return true; // the round is its own
    }
    if (mayComeIn == 0 || served.contains(address)) {
      return false;
    }
    mayComeIn--;
    return true;
  }

  /** When the one came whose turn it is; there must be one. */
  long nextCameNanos() {
    return first().oldest().nanos();
  }

  /** Takes out the one whose turn it is, and that was its address's turn. There must be one. */
  T next() {
    Waiting<T> its = first();
    round.remove(its.address());
    nextRound.put(its.address(), its);
    served.add(its.address());
    return dropOldest(its);
  }

  /** Takes out the one whose turn it is, and its address keeps the turn. There must be one. */
  T dropNext() {
    return dropOldest(first());
  }

  /** Takes out the oldest of the address that has the most in line. There must be one. */
  T dropOfTheMost() {
    return dropOldest(bySize.first());
  }

  /** Takes out one, wherever it stands; nothing happens when it does not. */
  void remove(Optional<AddressBlock> address, T one) {
    Waiting<T> its = addresses.get(address);
    if (its != null && its.members().containsKey(one)) {
      take(its, one);
    }
  }

  private Waiting<T> first() {
    if (size == 0) {
      throw new NoSuchElementException("nobody is in line");
    }
    if (round.isEmpty()) {
      beginRound();
    }
    return round.values().iterator().next();
  }

  private void beginRound() {
    var over = round;
    round = nextRound;
    nextRound = over;
    served.clear();
    mayComeIn = Math.max(1, round.size());
  }

  private T dropOldest(Waiting<T> its) {
    T oldest = its.members().firstEntry().getKey();
    take(its, oldest);
    return oldest;
  }

  private void take(Waiting<T> its, T one) {
    bySize.remove(its);
    its.members().remove(one);
    size--;
    if (its.size() > 0) {
      bySize.add(its);
      return;
    }
    addresses.remove(its.address());
    round.remove(its.address());
    nextRound.remove(its.address());
    if (size == 0) {
      beginRound();
    }
  }

  /** How many wait. */
  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }
}
