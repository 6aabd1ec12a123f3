package org.bora.simulation.sql.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.bora.simulation.sql.query.Operators.Among;
import org.bora.simulation.sql.query.Operators.Comparing;
import org.bora.simulation.sql.query.Operators.Comparison;
import org.bora.simulation.sql.query.Operators.Or;
import org.bora.simulation.sql.store.Index;

/**
 * Finds the best access path to the rows of one source, from conditions that must all hold. The
 * index with the most known columns wins, as in most cases in the servers.
 */
final class Ways {
  private final Frame frame;
  private final int source;
  private final Predicate<Expr> known;
  private final Map<Integer, List<Expr>> equal = new HashMap<>();
  private final Map<Integer, AccessPath.Bound> low = new HashMap<>();
  private final Map<Integer, AccessPath.Bound> high = new HashMap<>();
  private final List<AccessPath> alternatives = new ArrayList<>();

  /**
   * Creates a search for one source.
   *
   * @param source its position in the frame
   * @param known whether an expression has a value before the source has a row
   */
  private Ways(Frame frame, int source, Predicate<Expr> known) {
    this.frame = frame;
    this.source = source;
    this.known = known;
  }

  /**
   * The best path.
   *
   * @param forced name of the index that must be used; null if any may be
   */
  static AccessPath best(
      Frame frame, int source, List<Expr> conditions, Predicate<Expr> known, String forced) {
    Ways ways = new Ways(frame, source, known);
    conditions.forEach(ways::consider);
    return ways.best(forced);
  }

  private AccessPath best(String forced) {
    List<Index> indexes = frame.sources.get(source).table().indexes();
    List<AccessPath> all = new ArrayList<>(alternatives);
    for (Index index : indexes) {
      if (forced == null || forced.equals(index.name())) {
        all.add(by(index));
      }
    }
    AccessPath best = all.stream().max(Comparator.comparingInt(AccessPath::score)).orElseThrow();
    return best.score() == 0 ? new AccessPath.All(indexes.getFirst()) : best;
  }

  private AccessPath by(Index index) {
    List<List<Expr>> prefix = new ArrayList<>();
    while (prefix.size() < index.size() && equal.containsKey(index.column(prefix.size()))) {
      prefix.add(equal.get(index.column(prefix.size())));
    }
    int next = prefix.size() < index.size() ? index.column(prefix.size()) : -1;
    return new AccessPath.ByIndex(index, prefix, low.get(next), high.get(next));
  }

  private void consider(Expr condition) {
    switch (condition) {
      case Comparison comparison -> {
        compare(comparison.how(), comparison.left(), comparison.right());
        compare(comparison.how().turned(), comparison.right(), comparison.left());
      }
      case Among among -> {
        int column = column(among.of());
        if (column >= 0 && among.choices().stream().allMatch(known)) {
          equal.putIfAbsent(column, among.choices());
        }
      }
      case Or or -> eachOf(or);
      default -> {
        // gives no access path, and is checked with the row
      }
    }
  }

  private void compare(Comparing how, Expr left, Expr right) {
    int column = column(left);
    if (column < 0 || !known.test(right)) {
      return;
    }
    switch (how) {
      case EQUAL -> equal.put(column, List.of(right));
      case MORE, AT_LEAST ->
          low.putIfAbsent(column, new AccessPath.Bound(right, how == Comparing.AT_LEAST));
      case LESS, AT_MOST ->
          high.putIfAbsent(column, new AccessPath.Bound(right, how == Comparing.AT_MOST));
      case OTHER -> {
        // gives no access path
      }
    }
  }

  private void eachOf(Or or) {
    List<AccessPath> ways = new ArrayList<>();
    for (Expr arm : or.parts()) {
      AccessPath way = best(frame, source, WhereConditions.allOf(arm), known, null);
      if (way.score() == 0) {
        return;
      }
      ways.add(way);
    }
    alternatives.add(new AccessPath.Several(ways));
  }

  /** The position of this source's column; -1 if the expression is none. */
  private int column(Expr expr) {
    return expr instanceof ColumnUse use && use.source(frame) == source ? use.place(frame) : -1;
  }
}
