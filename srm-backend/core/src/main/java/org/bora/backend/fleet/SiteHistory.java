package org.bora.backend.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.bora.api.figures.HistorySpan;
import org.bora.api.figures.HistoryStore;
import org.bora.backend.database.Transactions;

/**
 * The history of the site in the database. It has at most 288 rows for a day and 372 for a month.
 * If a backend dies before it stores an interval, another one stores it.
 */
public final class SiteHistory implements HistoryStore {
  /** A point of a chart is not worth a longer wait for a busy database. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Transactions transactions;
  private final Supplier<Instant> clock;
  private final HistoryTable table = new HistoryTable();

  /**
   * The history in the database.
   *
   * @param clock the backends' shared clock
   */
  public SiteHistory(Transactions transactions, Supplier<Instant> clock) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  @Override
  public void keep(HistorySpan span, Instant start, String moment) {
    if (moment.length() > MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "a stretch of the site's history has " + moment.length() + " characters");
    }
    Instant oldest = oldest(span);
    transactions
        .within(PATIENCE)
        .run(
            sql -> {
              table.putFirst(sql, span, start, moment);
              table.forget(sql, span, oldest);
              return start;
            });
  }

  @Override
  public List<Kept> since(HistorySpan span, Instant start) {
    Instant oldest = oldest(span);
    Instant from = start.isBefore(oldest) ? oldest : start;
    int most = (int) span.reach().dividedBy(span.stretch()) + 1;
    return transactions.within(PATIENCE).read(sql -> table.since(sql, span, from, most));
  }

  private Instant oldest(HistorySpan span) {
    return span.begin(clock.get().minus(span.reach()));
  }
}
