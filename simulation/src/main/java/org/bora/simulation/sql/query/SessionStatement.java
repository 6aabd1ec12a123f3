package org.bora.simulation.sql.query;

/**
 * A statement about sessions, executed as written.
 *
 * @param session to be ended, for {@link Kind#KILL}
 */
public record SessionStatement(Kind kind, long session) implements Statement {
  /** The kinds of these statements. */
  public enum Kind {
    COMMIT,
    ROLLBACK,
    KILL,
    NOTHING
  }

  public static SessionStatement commit() {
    return new SessionStatement(Kind.COMMIT, 0);
  }

  public static SessionStatement rollback() {
    return new SessionStatement(Kind.ROLLBACK, 0);
  }

  public static SessionStatement kill(long session) {
    return new SessionStatement(Kind.KILL, session);
  }

  public static SessionStatement nothing() {
    return new SessionStatement(Kind.NOTHING, 0);
  }

  @Override
  public Outcome run(Run run) {
    return Outcome.of(0);
  }
}
