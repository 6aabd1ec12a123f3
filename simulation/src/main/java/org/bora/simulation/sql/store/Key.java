package org.bora.simulation.sql.store;

import java.util.Arrays;

/**
 * An entry of an index, or a bound between entries. A shorter key comes before or after all entries
 * that begin with it.
 */
public final class Key implements Comparable<Key> {
  private final Object[] values;
  private final int side;

  private Key(Object[] values, int side) {
    this.values = values;
    this.side = side;
  }

  static Key entry(Object[] values) {
    return new Key(values, 0);
  }

  /** The bound before all entries with this prefix. */
  public static Key before(Object... prefix) {
    return new Key(prefix, -1);
  }

  /** The bound after all entries with this prefix. */
  public static Key after(Object... prefix) {
    return new Key(prefix, 1);
  }

  @Override
  public int compareTo(Key other) {
    int both = Math.min(values.length, other.values.length);
    for (int i = 0; i < both; i++) {
      int order = Values.ORDER.compare(values[i], other.values[i]);
      if (order != 0) {
        return order;
      }
    }
    if (values.length == other.values.length) {
      return Integer.compare(side, other.side);
    }
    return values.length < other.values.length ? side : -other.side;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Key key && compareTo(key) == 0;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values) + side;
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
