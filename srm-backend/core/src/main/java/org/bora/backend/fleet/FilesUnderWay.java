package org.bora.backend.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.bora.backend.database.Transactions;

/**
 * Counts the files that are being written, read, waited for and copied. It takes four statements
 * over an index of open files: call it every minute rather than every second. Thread safe; blocks.
 */
public final class FilesUnderWay {
  private final Transactions transactions;
  private final Supplier<Instant> clock;
  private final FileCountTable table = new FileCountTable();

  /**
   * Asks nothing yet.
   *
   * @param clock that pins go by
   */
  public FilesUnderWay(Transactions transactions, Supplier<Instant> clock) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /** As it is now. */
  public List<FileCount> now() {
    List<FileCount> all = new ArrayList<>();
    all.add(new FileCount("put", "writing", transactions.read(table::puts)));
    Instant now = clock.get();
    all.add(new FileCount("pin", "pinned", transactions.read(sql -> table.pins(sql, now))));
    all.addAll(transactions.read(table::waiting));
    all.addAll(transactions.read(table::copies));
    return all;
  }
}
