package org.bora.simulation.sql.query;

/** What can be sent to the server. */
public interface Statement {

  Outcome run(Run run);

  /**
   * What comes back.
   *
   * @param rows null where the statement returns none
   * @param count rows that it found to change, as the driver counts them
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
