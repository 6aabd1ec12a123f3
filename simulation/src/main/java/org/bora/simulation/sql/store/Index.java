package org.bora.simulation.sql.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * An index. It has entries for the committed and for the current version of a row, so that a search
 * for either finds the row. Entries with equal columns are in the order of the primary key.
 */
public final class Index {
  private final String name;
  private final int[] columns;
  private final int[] primary;
  private final boolean unique;
  private final NavigableMap<Key, Row> entries = new TreeMap<>();

  Index(String name, int[] columns, int[] primary, boolean unique) {
    this.name = name;
    this.columns = columns;
    this.primary = primary;
    this.unique = unique;
  }

  public String name() {
    return name;
  }

  /** The positions of its columns. */
  public int[] columns() {
    return columns.clone();
  }

  public int size() {
    return columns.length;
  }

  public int column(int position) {
    return columns[position];
  }

  public boolean isUnique() {
    return unique;
  }

  /** Rows between two bounds, in order; may contain a row twice. A copy. */
  public List<Row> between(Key low, Key high) {
    return low.compareTo(high) < 0
        ? new ArrayList<>(entries.subMap(low, high).values())
        : List.of();
  }

  /** All rows, in order; may contain a row twice. A copy. */
  public List<Row> all() {
    return new ArrayList<>(entries.values());
  }

  /** Rows of which a version has the same values in the columns of the index. A copy. */
  public List<Row> like(Object[] row) {
    Object[] values = of(row);
    return between(Key.before(values), Key.after(values));
  }

  /** Whether both have the same values in its columns, none of them NULL. */
  public boolean isSame(Object[] one, Object[] other) {
    return !hasNull(one) && Arrays.equals(of(one), of(other));
  }

  /** NULL equals nothing, so a row with NULL is never a duplicate. */
  public boolean hasNull(Object[] row) {
    return Arrays.stream(columns).anyMatch(column -> row[column] == null);
  }

  private Object[] of(Object[] row) {
    return Arrays.stream(columns).mapToObj(column -> row[column]).toArray();
  }

  private Key entry(Object[] row) {
    Object[] values = new Object[columns.length + primary.length];
    for (int i = 0; i < columns.length; i++) {
      values[i] = row[columns[i]];
    }
    for (int i = 0; i < primary.length; i++) {
      values[columns.length + i] = row[primary[i]];
    }
    return Key.entry(values);
  }

  /** Updates the entries from the old versions of a row to the new ones; null stands for none. */
  void replace(Row row, Collection<Object[]> before, Collection<Object[]> after) {
    List<Key> kept = after.stream().map(this::entry).toList();
    before.stream().map(this::entry).filter(key -> !kept.contains(key)).forEach(entries::remove);
    kept.forEach(key -> entries.put(key, row));
  }
}
