package org.bora.simulation.sql.query;

import java.util.List;
import java.util.stream.Stream;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Values;

/** Conditions and arithmetic. NULL is neither true nor false. */
public final class Operators {
  private Operators() {}

  /** A comparison of two values. */
  public enum Comparing {
    EQUAL("="),
    OTHER("<>"),
    LESS("<"),
    AT_MOST("<="),
    MORE(">"),
    AT_LEAST(">=");

    private final String sign;

    Comparing(String sign) {
      this.sign = sign;
    }

    /** Whether the comparison holds for this order of the values. */
    private boolean holds(int order) {
      return switch (this) {
        case EQUAL -> order == 0;
        case OTHER -> order != 0;
        case LESS -> order < 0;
        case AT_MOST -> order <= 0;
        case MORE -> order > 0;
        case AT_LEAST -> order >= 0;
      };
    }

    /** The comparison of an operator sign; null if there is none. */
    public static Comparing of(String sign) {
      String usual = sign.equals("!=") ? "<>" : sign;
      return Stream.of(values()).filter(one -> one.sign.equals(usual)).findFirst().orElse(null);
    }

    /** The comparison with its sides exchanged. */
    Comparing turned() {
      return switch (this) {
        case LESS -> MORE;
        case AT_MOST -> AT_LEAST;
        case MORE -> LESS;
        case AT_LEAST -> AT_MOST;
        default -> this;
      };
    }
  }

  /** {@code left < right}. */
  public record Comparison(Comparing how, Expr left, Expr right) implements Expr {
    @Override
    public Object value(Frame frame) {
      Object one = left.value(frame);
      Object other = right.value(frame);
      return one == null || other == null
          ? null
          : Values.truth(how.holds(Values.compare(one, other)));
    }

    @Override
    public List<Expr> parts() {
      return List.of(left, right);
    }
  }

  /** {@code a AND b AND c}. */
  public record And(List<Expr> parts) implements Expr {
    @Override
    public Object value(Frame frame) {
      return together(frame, parts, false);
    }
  }

  /** {@code a OR b OR c}. */
  public record Or(List<Expr> parts) implements Expr {
    @Override
    public Object value(Frame frame) {
      return together(frame, parts, true);
    }
  }

  /** A deciding operand determines the result. Otherwise NULL makes the result NULL. */
  private static Object together(Frame frame, List<Expr> parts, boolean decisive) {
    boolean unknown = false;
    for (Expr part : parts) {
      Object value = part.value(frame);
      if (value == null) {
        unknown = true;
      } else if (Values.holds(value) == decisive) {
        return Values.truth(decisive);
      }
    }
    return unknown ? null : Values.truth(!decisive);
  }

  /** {@code NOT a}. */
  public record Not(Expr of) implements Expr {
    @Override
    public Object value(Frame frame) {
      Object value = of.value(frame);
      return value == null ? null : Values.truth(!Values.holds(value));
    }

    @Override
    public List<Expr> parts() {
      return List.of(of);
    }
  }

  /** {@code a IS NULL}. */
  public record IsNull(Expr of) implements Expr {
    @Override
    public Object value(Frame frame) {
      return Values.truth(of.value(frame) == null);
    }

    @Override
    public List<Expr> parts() {
      return List.of(of);
    }
  }

  /** {@code a IN (b, c)}. */
  public record Among(Expr of, List<Expr> choices) implements Expr {
    @Override
    public Object value(Frame frame) {
      return isAmong(of.value(frame), choices.stream().map(choice -> choice.value(frame)));
    }

    static Object isAmong(Object value, Stream<Object> choices) {
      if (value == null) {
        return null;
      }
      boolean unknown = false;
      for (Object choice : (Iterable<Object>) choices::iterator) {
        if (choice == null) {
          unknown = true;
        } else if (Values.compare(value, choice) == 0) {
          return 1L;
        }
      }
      return unknown ? null : 0L;
    }

    @Override
    public List<Expr> parts() {
      return Stream.concat(Stream.of(of), choices.stream()).toList();
    }
  }

  /** {@code a + b}, of whole numbers. */
  public record Sum(char sign, Expr left, Expr right) implements Expr {
    @Override
    public Object value(Frame frame) {
      Long one = Values.number(left.value(frame));
      Long other = Values.number(right.value(frame));
      if (one == null || other == null) {
        return null;
      }
      try {
        return of(one, other);
      } catch (ArithmeticException e) {
        throw new Refusal(Refusal.Kind.OVERFLOW, "BIGINT value is out of range");
      }
    }

    /** Division by zero gives NULL. */
    private Long of(long one, long other) {
      return switch (sign) {
        case '+' -> Math.addExact(one, other);
        case '-' -> Math.subtractExact(one, other);
        case '*' -> Math.multiplyExact(one, other);
        case '/' -> other == 0 ? null : (Long) (one / other);
        case '%' -> other == 0 ? null : (Long) (one % other);
        default -> throw Refusal.notSimulated("the operator " + sign);
      };
    }

    @Override
    public List<Expr> parts() {
      return List.of(left, right);
    }
  }
}
