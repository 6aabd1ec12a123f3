package org.bora.simulation.sql.query;

import java.util.List;
import org.bora.simulation.sql.store.Refusal;

/** Expressions without a column. */
public final class Constants {
  private Constants() {}

  /** A literal of the statement. */
  public record Literal(Object content) implements Expr {
    @Override
    public Object value(Frame frame) {
      return content;
    }

    @Override
    public List<Expr> parts() {
      return List.of();
    }
  }

  /** A question mark, counted from 0. */
  public record Parameter(int number) implements Expr {
    @Override
    public Object value(Frame frame) {
      return frame.run.parameter(number);
    }

    @Override
    public List<Expr> parts() {
      return List.of();
    }
  }

  /** VALUES(column): the value that an INSERT tried to write to the column. */
  public record Offered(ColumnUse column) implements Expr {
    @Override
    public Object value(Frame frame) {
      if (frame.offered == null) {
        throw Refusal.notSimulated("VALUES() outside of ON DUPLICATE KEY UPDATE");
      }
      return frame.offered[column.place(frame)];
    }

    @Override
    public List<Expr> parts() {
      return List.of();
    }
  }
}
