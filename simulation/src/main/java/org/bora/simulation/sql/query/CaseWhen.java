package org.bora.simulation.sql.query;

import java.util.ArrayList;
import java.util.List;
import org.bora.simulation.sql.store.Values;

/**
 * {@code CASE WHEN a THEN b ELSE c END}, and {@code CASE x WHEN a THEN b END}.
 *
 * @param of null if the arms are conditions
 * @param otherwise null if there is no ELSE
 */
public record CaseWhen(Expr of, List<Arm> arms, Expr otherwise) implements Expr {
  /** A condition or value, and its result. */
  public record Arm(Expr when, Expr then) {}

  @Override
  public Object value(Frame frame) {
    Object sought = of == null ? null : of.value(frame);
    for (Arm arm : arms) {
      Object when = arm.when().value(frame);
      boolean taken =
          of == null
              ? Values.holds(when)
              : sought != null && when != null && Values.compare(sought, when) == 0;
      if (taken) {
        return arm.then().value(frame);
      }
    }
    return otherwise == null ? null : otherwise.value(frame);
  }

  @Override
  public List<Expr> parts() {
    List<Expr> all = new ArrayList<>();
    if (of != null) {
      all.add(of);
    }
    for (Arm arm : arms) {
      all.add(arm.when());
      all.add(arm.then());
    }
    if (otherwise != null) {
      all.add(otherwise);
    }
    return all;
  }
}
