package org.bora.simulation.sql.query;

import java.time.Instant;
import java.util.List;
import org.bora.simulation.sql.lock.Locks;
import org.bora.simulation.sql.lock.Work;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Tables;

/**
 * The context of one execution of a statement.
 *
 * @param now the server's time
 * @param session number of the connection
 * @param parameters for the question marks
 */
public record Run(
    Tables tables,
    Locks locks,
    Work work,
    Instant now,
    long session,
    List<SessionRow> sessions,
    List<Object> parameters) {

  /** A session in the server's list. */
  public record SessionRow(long number, String client) {}

  Object parameter(int number) {
    if (number >= parameters.size()) {
      throw Refusal.notSimulated("a statement without its parameter " + (number + 1));
    }
    return parameters.get(number);
  }
}
