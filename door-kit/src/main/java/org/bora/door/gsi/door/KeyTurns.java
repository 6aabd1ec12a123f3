package org.bora.door.gsi.door;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;

/**
 * A queue in which keys (client keys, or callers) take turns. The items of one key are served in
 * order. A key gets one turn in each round, no matter whether it has one item or a thousand.
 *
 * <p>A key that joins during a round and has had no turn in it still gets one in the same round. At
 * most as many keys may join as began the round, so the others wait for at most two rounds, and a
 * client that keeps changing its key cannot lock them out. Keys without items are remembered until
 * the end of the round.
 *
 * <p>Each step takes logarithmic time in the number of waiting keys. Not thread safe.
 *
 * @param <K> takes turns
 * @param <T> what waits; equal to itself alone
 */
final class KeyTurns<K, T> {

  /** Those of one address, the oldest first, and when each came. */
  private record Waiting<K, T>(K key, LinkedHashMap<T, Arrival> members) {

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

  private final Map<K, Waiting<K, T>> keys = new HashMap<>();

  /** Those that have not had their turn in this round, in their order. */
  private Map<K, Waiting<K, T>> round = new LinkedHashMap<>();

  private Map<K, Waiting<K, T>> nextRound = new LinkedHashMap<>();

  /** Addresses that had a turn in this round, whether or not they still wait. */
  private final Set<K> served = new HashSet<>();

  /** How many more keys may come into this round. */
  private int mayComeIn = 1;

  /**
   * Ordered by the number of waiting requests of an address, then by the longest wait. An address
   * does not change while it is in this set.
   */
  private final TreeSet<Waiting<K, T>> bySize =
      new TreeSet<>(
          Comparator.comparingInt((Waiting<K, T> one) -> -one.size())
              .thenComparingLong(one -> one.oldest().number()));

  private long arrivals;
  private int size;

  /**
   * Puts one at the end of those of its address.
   *
   * @param nanos when that is
   */
  void add(K key, T one, long nanos) {
    Waiting<K, T> its = keys.get(key);
    if (its == null) {
      its = new Waiting<>(key, new LinkedHashMap<>());
      keys.put(key, its);
      (mayComeInto(key) ? round : nextRound).put(key, its);
    } else {
      bySize.remove(its);
    }
    its.members().put(one, new Arrival(arrivals++, nanos));
    bySize.add(its);
    size++;
  }

  private boolean mayComeInto(K key) {
    if (size == 0) {
      return true; // the round is its own
    }
    if (mayComeIn == 0 || served.contains(key)) {
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
    Waiting<K, T> its = first();
    round.remove(its.key());
    nextRound.put(its.key(), its);
    served.add(its.key());
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
  void remove(K key, T one) {
    Waiting<K, T> its = keys.get(key);
    if (its != null && its.members().containsKey(one)) {
      take(its, one);
    }
  }

  private Waiting<K, T> first() {
    if (size == 0) {
      throw new NoSuchElementException("the line is empty");
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

  private T dropOldest(Waiting<K, T> its) {
    T oldest = its.members().firstEntry().getKey();
    take(its, oldest);
    return oldest;
  }

  private void take(Waiting<K, T> its, T one) {
    bySize.remove(its);
    its.members().remove(one);
    size--;
    if (its.size() > 0) {
      bySize.add(its);
      return;
    }
    keys.remove(its.key());
    round.remove(its.key());
    nextRound.remove(its.key());
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
