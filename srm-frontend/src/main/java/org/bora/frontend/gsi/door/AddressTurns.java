package org.bora.frontend.gsi.door;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A line in which client addresses take turns, one each, and what comes from one address goes in
 * the order of its coming: who has a thousand in line is as far ahead of another address as who has
 * one. An address that comes is last, and nothing is remembered of one of which nobody waits, so
 * nobody saves up turns, and memory is that of who waits.
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

  /** The address whose turn it is first. */
  private final Map<Optional<AddressBlock>, Waiting<T>> rotation = new LinkedHashMap<>();

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
    Waiting<T> its = rotation.get(address);
    if (its == null) {
      its = new Waiting<>(address, new LinkedHashMap<>());
      rotation.put(address, its);
    } else {
      bySize.remove(its);
    }
    its.members().put(one, new Arrival(arrivals++, nanos));
    bySize.add(its);
    size++;
  }

  /** When the one came whose turn it is; there must be one. */
  long nextCameNanos() {
    return first().oldest().nanos();
  }

  /** Takes out the one whose turn it is; its address is last from now on. There must be one. */
  T next() {
    Waiting<T> its = first();
    T one = dropOldest(its);
    if (its.size() > 0) {
      rotation.remove(its.address());
      rotation.put(its.address(), its);
    }
    return one;
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
    Waiting<T> its = rotation.get(address);
    if (its != null && its.members().containsKey(one)) {
      take(its, one);
    }
  }

  private Waiting<T> first() {
    if (rotation.isEmpty()) {
      throw new NoSuchElementException("nobody is in line");
    }
    return rotation.values().iterator().next();
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
    } else {
      rotation.remove(its.address());
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
