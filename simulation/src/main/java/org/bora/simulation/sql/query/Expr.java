package org.bora.simulation.sql.query;

import java.util.List;

/** An expression. */
public interface Expr {

  /** The value: null, a Long or Bytes. */
  Object value(Frame frame);

  /** The subexpressions. */
  List<Expr> parts();

  /** Whether the value depends on more than the columns in its parts. */
  default boolean isSubquery() {
    return false;
  }
}
