package org.bora.simulation.sql.store;

import java.util.Comparator;

/** SQL values: null, a {@link Long}, or {@link Bytes}. Conditions are 1, 0 or null. */
public final class Values {
  /** NULL comes first, as in ORDER BY and in indexes. */
  public static final Comparator<Object> ORDER = Comparator.nullsFirst(Values::compare);

  private Values() {}

  /** Compares two values that are not null. If either is a number, both are compared as numbers. */
  public static int compare(Object one, Object other) {
    if (one instanceof Bytes left && other instanceof Bytes right) {
      return left.compareTo(right);
    }
    return Long.compare(number(one), number(other));
  }

  public static Long number(Object value) {
    return switch (value) {
      case null -> null;
      case Long number -> number;
      case Bytes bytes -> parsed(bytes);
      default -> throw new IllegalArgumentException("no value of SQL: " + value.getClass());
    };
  }

  private static Long parsed(Bytes bytes) {
    try {
      return Long.valueOf(bytes.text().strip());
    } catch (NumberFormatException e) {
      throw Refusal.notSimulated("the text '" + bytes.text() + "' as a number");
    }
  }

  public static Bytes bytes(Object value) {
    return switch (value) {
      case null -> null;
      case Bytes bytes -> bytes;
      default -> Bytes.of(value.toString());
    };
  }

  public static Long truth(boolean condition) {
    return condition ? 1L : 0L;
  }

  /** Whether a condition holds; NULL does not. */
  public static boolean holds(Object condition) {
    return condition != null && number(condition) != 0;
  }
}
