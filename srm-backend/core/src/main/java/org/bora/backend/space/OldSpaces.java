package org.bora.backend.space;

import java.time.Instant;
import java.util.Objects;
import org.bora.backend.database.Transactions;

/**
 * Deletes the rows of reservations that were released or expired long ago, once their files and
 * bytes have been returned to the area. Thread safe; several backends share the work.
 */
public final class OldSpaces {
  private final Transactions transactions;
  private final SpaceTable spaces = new SpaceTable();

  public OldSpaces(Transactions transactions) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
  }

  /**
   * Forgets all that ended before a time and have nothing any more.
   *
   * @param batch how many one transaction takes
   * @return how many they were
   */
  public int forget(Instant before, int batch) {
    int forgotten = 0;
    while (true) {
      int some = transactions.run(sql -> spaces.deleteEnded(sql, before, batch));
      forgotten += some;
      if (some < batch) {
        return forgotten;
      }
    }
  }
}
