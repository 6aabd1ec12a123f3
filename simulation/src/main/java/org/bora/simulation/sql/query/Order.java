package org.bora.simulation.sql.query;

import java.util.Comparator;
import java.util.List;
import org.bora.simulation.sql.store.Values;

/** {@code ORDER BY a, b DESC}. */
public record Order(Expr by, boolean descending) {

  /** The values by which a row is sorted. */
  static Object[] key(List<Order> orders, Frame frame) {
    return orders.stream().map(order -> order.by().value(frame)).toArray();
  }

  /** Compares such keys; equal keys keep their order. */
  static Comparator<Object[]> of(List<Order> orders) {
    return (one, other) -> {
      for (int i = 0; i < orders.size(); i++) {
        int order = Values.ORDER.compare(one[i], other[i]);
        if (order != 0) {
          return orders.get(i).descending() ? -order : order;
        }
      }
      return 0;
    };
  }
}
