package org.bora.simulation.sql.query;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bora.simulation.sql.store.Index;
import org.bora.simulation.sql.store.Key;
import org.bora.simulation.sql.store.Row;
import org.bora.simulation.sql.store.Values;

/** An access path to the rows of a table, any version of which may satisfy a condition. */
interface AccessPath {

  /** Each row once, in the order of the index. */
  List<Row> rows(Frame frame);

  /** Estimate of the number of rows. */
  int score();

  /** A scan of all rows. */
  record All(Index primary) implements AccessPath {
    @Override
    public List<Row> rows(Frame frame) {
      return List.copyOf(new LinkedHashSet<>(primary.all()));
    }

    @Override
    public int score() {
      return 0;
    }
  }

  /** One path for each alternative of an OR. */
  record Several(List<AccessPath> ways) implements AccessPath {
    @Override
    public List<Row> rows(Frame frame) {
      Set<Row> all = new LinkedHashSet<>();
      ways.forEach(way -> all.addAll(way.rows(frame)));
      return List.copyOf(all);
    }

    @Override
    public int score() {
      return ways.stream().mapToInt(AccessPath::score).min().orElse(0);
    }
  }

  /**
   * Through an index.
   *
   * @param equal possible values of the first columns
   * @param low bound of the next column, null if there is none
   * @param high the same
   */
  record ByIndex(Index index, List<List<Expr>> equal, Bound low, Bound high) implements AccessPath {

    @Override
    public List<Row> rows(Frame frame) {
      Set<Row> all = new LinkedHashSet<>();
      collect(frame, new Object[0], all);
      return List.copyOf(all);
    }

    /** In the order of the index, as the servers process a list of values. */
    private void collect(Frame frame, Object[] prefix, Set<Row> all) {
      if (prefix.length == equal.size()) {
        all.addAll(index.between(low(frame, prefix), high(frame, prefix)));
        return;
      }
      TreeSet<Object> values = new TreeSet<>(Values.ORDER);
      equal.get(prefix.length).forEach(choice -> values.add(choice.value(frame)));
      for (Object value : values) {
        if (value != null) {
          collect(frame, with(prefix, value), all);
        }
      }
    }

    /** NULL satisfies no bound. */
    private Key low(Frame frame, Object[] prefix) {
      if (low == null) {
        return high == null ? Key.before(prefix) : Key.after(with(prefix, null));
      }
      Object[] bound = with(prefix, low.value().value(frame));
      return low.inclusive() ? Key.before(bound) : Key.after(bound);
    }

    private Key high(Frame frame, Object[] prefix) {
      if (high == null) {
        return Key.after(prefix);
      }
      Object[] bound = with(prefix, high.value().value(frame));
      return high.inclusive() ? Key.after(bound) : Key.before(bound);
    }

    private static Object[] with(Object[] prefix, Object value) {
      List<Object> all = new ArrayList<>(List.of(prefix));
      all.add(value);
      return all.toArray();
    }

    @Override
    public int score() {
      boolean one = index.isUnique() && equal.size() == index.size();
      return equal.size() * 10 + (low == null && high == null ? 0 : 5) + (one ? 100 : 0);
    }
  }

  /** A bound of a range. */
  record Bound(Expr value, boolean inclusive) {}
}
