package org.bora.simulation.sql.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.bora.simulation.sql.query.Operators.And;

/** Splits conditions. */
final class WhereConditions {
  private WhereConditions() {}

  /** The conditions that must all hold; null gives none. */
  static List<Expr> allOf(Expr condition) {
    List<Expr> all = new ArrayList<>();
    if (condition instanceof And and) {
      and.parts().forEach(part -> all.addAll(allOf(part)));
    } else if (condition != null) {
      all.add(condition);
    }
    return all;
  }

  /**
   * Whether an expression can be evaluated when only some sources have a row.
   *
   * @param bound whether the source at a position has a row
   */
  static boolean isKnown(Expr expr, Frame frame, IntPredicate bound) {
    if (expr.isSubquery()) {
      return false; // may use any column: checked when all rows are there
    }
    if (expr instanceof ColumnUse use) {
      int source = use.source(frame);
      return source < 0 || bound.test(source);
    }
    return expr.parts().stream().allMatch(part -> isKnown(part, frame, bound));
  }
}
