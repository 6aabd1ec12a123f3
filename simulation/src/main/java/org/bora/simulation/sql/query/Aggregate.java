package org.bora.simulation.sql.query;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Values;

/**
 * {@code SUM(a)} and other aggregate functions, over the rows of a group.
 *
 * @param of null for {@code COUNT(*)}
 */
public record Aggregate(String name, boolean distinct, Expr of) implements Expr {

  @Override
  public Object value(Frame frame) {
    if (frame.group == null) {
      throw Refusal.notSimulated(name + " outside of a query that adds up");
    }
    if (of == null) {
      return (long) frame.group.size();
    }
    List<Object> values = values(frame);
    return switch (name) {
      case "COUNT" -> (long) values.size();
      case "SUM" -> sum(values);
      case "MIN" -> values.stream().min(Values.ORDER).orElse(null);
      case "MAX" -> values.stream().max(Values.ORDER).orElse(null);
      default -> throw Refusal.notSimulated("the function " + name);
    };
  }

  private List<Object> values(Frame frame) {
    Object[][] shown = frame.rows.clone();
    List<Object> values = new ArrayList<>();
    for (Object[][] tuple : frame.group) {
      frame.set(tuple);
      Object value = of.value(frame);
      if (value != null) {
        values.add(value);
      }
    }
    frame.set(shown);
    if (!distinct) {
      return values;
    }
    TreeSet<Object> different = new TreeSet<>(Values.ORDER);
    different.addAll(values);
    return List.copyOf(different);
  }

  private static Object sum(List<Object> values) {
    return values.isEmpty()
        ? null
        : values.stream().mapToLong(Values::number).reduce(0, Math::addExact);
  }

  @Override
  public List<Expr> parts() {
    return of == null ? List.of() : List.of(of);
  }
}
