package org.bora.backend.sweep;

import java.time.Instant;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.RequestTable;

/** Deletes requests whose last pin ended long ago. */
final class EndedRequests {
  private final Transactions transactions;
  private final RequestTable requests = new RequestTable();
  private final SweepSettings settings;

  EndedRequests(Transactions transactions, SweepSettings settings) {
    this.transactions = transactions;
    this.settings = settings;
  }

  /** Returns how many requests were deleted. */
  int sweep(Instant now) {
    Instant before = now.minus(settings.retention());
    int deleted = 0;
    while (true) {
      int some = transactions.run(sql -> requests.deleteEnded(sql, before, settings.batch()));
      deleted += some;
      if (some < settings.batch()) {
        return deleted;
      }
    }
  }
}
