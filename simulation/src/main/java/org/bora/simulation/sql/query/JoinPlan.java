package org.bora.simulation.sql.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The order in which sources are read, and when each condition is evaluated: as soon as its columns
 * are known.
 *
 * @param all conditions except those of outer joins
 * @param last conditions with a subquery
 */
record JoinPlan(List<Step> steps, List<Expr> all, List<Expr> last) {

  /**
   * One source.
   *
   * @param access null if it is not a table
   * @param on condition of an outer join
   * @param filters conditions that can be evaluated from here on
   */
  record Step(int source, AccessPath access, List<Expr> on, List<Expr> filters) {}

  static JoinPlan of(List<From> froms, Expr where, Frame frame) {
    List<Expr> all = new ArrayList<>(WhereConditions.allOf(where));
    froms.stream()
        .filter(from -> !from.left())
        .forEach(from -> all.addAll(WhereConditions.allOf(from.on())));
    List<Expr> left = new ArrayList<>(all);
    List<Step> steps = new ArrayList<>();
    Set<Integer> bound = new HashSet<>();
    while (bound.size() < froms.size()) {
      int next = next(froms, all, frame, bound);
      List<Expr> on =
          froms.get(next).left() ? WhereConditions.allOf(froms.get(next).on()) : List.of();
      AccessPath access =
          isTable(frame, next) ? access(froms.get(next), next, all, on, frame, bound) : null;
      bound.add(next);
      List<Expr> filters = new ArrayList<>(left);
      filters.removeIf(condition -> !WhereConditions.isKnown(condition, frame, bound::contains));
      left.removeAll(filters);
      steps.add(new Step(next, access, on, filters));
    }
    return new JoinPlan(steps, all, left);
  }

  private static boolean isTable(Frame frame, int source) {
    return frame.sources.get(source).table() != null;
  }

  /**
   * In their order if one is an outer join; else the source whose rows are found fastest comes
   * first.
   */
  private static int next(List<From> froms, List<Expr> all, Frame frame, Set<Integer> bound) {
    boolean outer = froms.stream().anyMatch(From::left);
    int best = -1;
    int most = -1;
    for (int source = 0; source < froms.size(); source++) {
      if (bound.contains(source)) {
        continue;
      }
      if (outer) {
        return source;
      }
      int score =
          isTable(frame, source)
              ? access(froms.get(source), source, all, List.of(), frame, bound).score()
              : 0;
      if (score > most) {
        most = score;
        best = source;
      }
    }
    return best;
  }

  private static AccessPath access(
      From from, int source, List<Expr> all, List<Expr> on, Frame frame, Set<Integer> bound) {
    List<Expr> conditions = new ArrayList<>(on);
    if (!from.left()) {
      conditions.addAll(all);
    }
    Predicate<Expr> known = expr -> WhereConditions.isKnown(expr, frame, bound::contains);
    return Ways.best(frame, source, conditions, known, from.index());
  }
}
