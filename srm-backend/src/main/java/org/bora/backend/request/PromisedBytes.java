package org.bora.backend.request;

import java.util.Objects;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.StorageArea;

/** What active puts announced they will write. */
public final class PromisedBytes {
  private final Transactions transactions;
  private final PutTable puts = new PutTable();

  public PromisedBytes(Transactions transactions) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
  }

  /**
   * The announced sizes of the area's active puts, in bytes; one statement. Sizes not announced
   * count as nothing, what is written already counts until srmPutDone.
   */
  public long in(StorageArea area) {
    return transactions.read(sql -> puts.promised(sql, area.name()));
  }
}
