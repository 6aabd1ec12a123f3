package org.bora.simulation.sql.query;

/** A statement that can be sent to the server. */
public interface Statement {

  Outcome run(Run run);

  /**
   * The result of a statement.
   *
   * @param rows null if the statement returns none
   * @param count number of rows found for the change, as the driver counts them
   */
  record Outcome(Query.Rows rows, long count) {
    static Outcome of(Query.Rows rows) {
      return new Outcome(rows, -1);
    }

    static Outcome of(long count) {
      return new Outcome(null, count);
    }
  }
}
