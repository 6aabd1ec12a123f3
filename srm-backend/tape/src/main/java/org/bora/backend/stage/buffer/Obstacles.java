package org.bora.backend.stage.buffer;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bora.backend.database.Transactions;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.ResidentFiles;

/** Explains why nothing can leave a buffer, in bytes by reason. */
final class Obstacles {
  /** Whatever has failed twice is not just unlucky. */
  private static final int KEEPS_FAILING = 2;

  private final Transactions transactions;
  private final ResidentFiles residents = new ResidentFiles();
  private final MigrationTable migrations = new MigrationTable();

  Obstacles(Transactions transactions) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
  }

  /** Bytes on disk that no tape has yet. */
  long notOnTape(StorageArea area) {
    return transactions.read(sql -> residents.bytesNotOnTape(sql, area.name()));
  }

  /** A part of a sentence. Clients get it too, so it names no file. */
  String describe(StorageArea area, Occupancy now, Kept kept) {
    long notOnTape = notOnTape(area);
    String library = area.keeping().library().orElseThrow();
    long stuck =
        transactions.read(sql -> migrations.failingBytes(sql, library, area.name(), KEEPS_FAILING));
    List<String> reasons =
        Stream.of(
                part(kept.pinned(), "pinned"),
                part(notOnTape, "not yet on tape")
                    + (stuck > 0 ? " (" + stuck + " of them in migrations that keep failing)" : ""),
                part(kept.atWork(), "open or in use"),
                part(kept.refused(), "not released by the filesystem"))
            .filter(text -> !text.isEmpty())
            .toList();
    String whole = now.occupied() + " of the " + now.capacity() + " bytes of its buffer are taken";
    return reasons.isEmpty() ? whole : whole + ": " + String.join(", ", reasons);
  }

  private static String part(long bytes, String what) {
    return bytes > 0 ? bytes + " " + what : "";
  }
}
