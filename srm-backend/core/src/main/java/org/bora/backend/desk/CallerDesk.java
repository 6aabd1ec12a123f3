package org.bora.backend.desk;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.bora.backend.database.Transactions;
import org.bora.backend.desk.CallerFigures.Caller;
import org.bora.backend.request.TokenSource;

/**
 * Shows what each caller uses. It reads all open files, so call it only occasionally. Thread safe;
 * blocks.
 */
public final class CallerDesk {
  private final Transactions transactions;
  private final TokenSource tokens;
  private final CallerTable table = new CallerTable();

  public CallerDesk(Transactions transactions, TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /** The callers with the most open files. */
  public CallerFigures now(int most) {
    Instant now = tokens.now();
    Map<String, Caller> callers = new TreeMap<>();
    transactions
        .read(sql -> table.open(sql, now))
        .forEach(one -> callers.merge(one.owner(), one, Caller::plus));
    List<Caller> first =
        callers.values().stream()
            .sorted(Comparator.comparingLong(Caller::files).reversed())
            .limit(most)
            .toList();
    return new CallerFigures(now, first);
  }
}
