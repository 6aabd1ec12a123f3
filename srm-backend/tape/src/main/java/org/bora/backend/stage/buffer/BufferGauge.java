package org.bora.backend.stage.buffer;

import org.bora.backend.database.Transactions;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.Sums;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;

/**
 * Measures how full the buffers are. For an area with a size, the books give the exact number of
 * bytes; for one without, the filesystem or quota does, and bytes promised to running puts count as
 * written.
 */
final class BufferGauge {
  private final Transactions transactions;
  private final SpaceBooks books;

  BufferGauge(Transactions transactions, SpaceBooks books) {
    this.transactions = transactions;
    this.books = books;
  }

  boolean isBounded(StorageArea area) {
    return books.isBounded(SpaceBooks.ownSpace(area));
  }

  /** At this moment; reserved space is not part of the buffer. */
  Occupancy of(StorageArea area) throws StorageException {
    if (isBounded(area)) {
      Sums sums = transactions.read(sql -> books.sums(sql, SpaceBooks.ownSpace(area)));
      long occupied = Math.max(0, sums.promised() + sums.used());
      return new Occupancy(Math.max(0, sums.free() + occupied), occupied);
    }
    SpaceFacts facts = area.tree().space();
    long spokenFor = transactions.read(sql -> books.spokenFor(sql, area));
    return new Occupancy(
        Math.max(0, facts.total()), Math.max(0, facts.total() - facts.available() + spokenFor));
  }
}
