package org.bora.simulation.sql.query;

import java.util.List;

/** An expression. */
public interface Expr {

  /** Its value: null, a Long or Bytes. */
  Object value(Frame frame);

  /** The expressions in it. */
  List<Expr> parts();

  /** Whether what it says depends on more than the columns in its parts. */
  default boolean isSubquery() {
    return false;
  }
}
