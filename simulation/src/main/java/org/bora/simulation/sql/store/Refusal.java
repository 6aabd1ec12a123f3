package org.bora.simulation.sql.store;

/** An error, with the number and SQL state that both servers use. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /** The kinds of errors. */
  public enum Kind {
    DUPLICATE_KEY(1062, "23000"),
    NULL_IN_COLUMN(1048, "23000"),
    NO_DEFAULT(1364, "HY000"),
    NO_PARENT_ROW(1452, "23000"),
    OUT_OF_RANGE(1264, "22003"),
    TOO_LONG(1406, "22001"),
    OVERFLOW(1690, "22003"),
    DEADLOCK(1213, "40001"),
    LOCK_WAIT_TIMEOUT(1205, "40001"),
    NO_SUCH_TABLE(1146, "42S02"),
    NO_SUCH_COLUMN(1054, "42S22"),
    NO_SUCH_SESSION(1094, "HY000"),
    SUBQUERY_OF_MANY_ROWS(1242, "21000"),
    NOT_SIMULATED(1064, "42000"),
    CONNECTION_LOST(0, "08S01");

    private final int number;
    private final String state;

    Kind(int number, String state) {
      this.number = number;
      this.state = state;
    }

    public int number() {
      return number;
    }

    public String state() {
      return state;
    }
  }

  public Refusal(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** For SQL that the simulated database does not support; its meaning is never guessed. */
  public static Refusal notSimulated(String what) {
    return new Refusal(Kind.NOT_SIMULATED, "not simulated: " + what);
  }

  public static Refusal deadlock() {
    return new Refusal(
        Kind.DEADLOCK, "Deadlock found when trying to get lock; try restarting transaction");
  }
}
