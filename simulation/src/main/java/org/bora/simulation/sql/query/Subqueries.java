package org.bora.simulation.sql.query;

import java.util.List;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Values;

/** Queries within expressions. They may use columns of the outer query, and lock nothing. */
public final class Subqueries {
  private Subqueries() {}

  /** {@code EXISTS (SELECT ...)}. */
  public record Exists(Query query) implements Expr {
    @Override
    public Object value(Frame frame) {
      return Values.truth(!query.run(frame.run, frame).rows().isEmpty());
    }

    @Override
    public List<Expr> parts() {
      return List.of();
    }

    @Override
    public boolean isSubquery() {
      return true;
    }
  }

  /** {@code (SELECT ...)} with one column and at most one row. */
  public record Single(Query query) implements Expr {
    @Override
    public Object value(Frame frame) {
      List<Object[]> rows = query.run(frame.run, frame).rows();
      if (rows.size() > 1) {
        throw new Refusal(Refusal.Kind.SUBQUERY_OF_MANY_ROWS, "Subquery returns more than 1 row");
      }
      return rows.isEmpty() ? null : rows.getFirst()[0];
    }

    @Override
    public List<Expr> parts() {
      return List.of();
    }

    @Override
    public boolean isSubquery() {
      return true;
    }
  }

  /** {@code a IN (SELECT ...)}. */
  public record AmongRows(Expr of, Query query) implements Expr {
    @Override
    public Object value(Frame frame) {
      return Operators.Among.isAmong(
          of.value(frame), query.run(frame.run, frame).rows().stream().map(row -> row[0]));
    }

    @Override
    public List<Expr> parts() {
      return List.of(of);
    }

    @Override
    public boolean isSubquery() {
      return true;
    }
  }
}
