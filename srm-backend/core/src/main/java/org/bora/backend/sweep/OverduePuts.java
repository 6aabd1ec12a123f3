package org.bora.backend.sweep;

import java.time.Instant;
import java.util.List;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.PutTable.Cursor;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Ends puts whose pin expired without srmPutDone, or finishes them if the file is already in its
 * place.
 */
final class OverduePuts {
  private final Transactions transactions;
  private final PutTable puts = new PutTable();
  private final PutEnding ending;
  private final SweepSettings settings;

  OverduePuts(Transactions transactions, PutEnding ending, SweepSettings settings) {
    this.transactions = transactions;
    this.ending = ending;
    this.settings = settings;
  }

  private record Taken(int count, int ended, Cursor next) {}

  /** One walk through all that are overdue. Returns how many ended. */
  int sweep(Instant now) {
    int ended = 0;
    // A put whose storage does not answer stays; the cursor goes past it, so that it blocks no
    // other.
    Cursor cursor = Cursor.START;
    while (true) {
      Cursor from = cursor;
      Taken taken = transactions.run(sql -> take(sql, from, now));
      ended += taken.ended();
      if (taken.count() < settings.batch()) {
        return ended;
      }
      cursor = taken.next();
    }
  }

  private Taken take(JdbcClient sql, Cursor from, Instant now) {
    List<AcceptedPut> rows =
        puts.takeOverdue(sql, now.minus(settings.putGrace()), from, settings.batch());
    if (rows.isEmpty()) {
      return new Taken(0, 0, from);
    }
    List<AcceptedPut> after = ending.end(sql, rows, PutState.Event.PIN_OVER, now);
    AcceptedPut last = rows.getLast();
    return new Taken(
        rows.size(),
        (int) after.stream().filter(row -> row.state().isTerminal()).count(),
        new Cursor(last.writing().pinUntil(), last.token(), last.position()));
  }
}
