package org.bora.backend.diskcopy;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.engines.TapeEngines;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.StoredFile;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Removes disk copies of files at a client's request, never the last copy (GFD.129 sections 2.13
 * and 5.9). Thread safe; blocks.
 */
public final class DiskCopies {
  private final Transactions transactions;
  private final SpaceBooks books;
  private final Release release;

  public DiskCopies(Transactions transactions, SpaceBooks books) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.books = Objects.requireNonNull(books, "books");
    this.release = new Release(transactions, books, new TapeEngines());
  }

  /** Releases the disk copy of the file at a place; returns the result for the client. */
  public ReturnStatus drop(Place place, Instant now) {
    try {
      EntryFacts facts = place.area().tree().facts(place.path());
      Optional<StoredFile> file =
          transactions.read(sql -> books.at(sql, place.area().name(), place.path())).stream()
              .filter(one -> facts.id().equals(Optional.of(one.id())))
              .findFirst();
      return file.map(one -> drop(place.area(), one, now)).orElseGet(DiskCopies::lastCopy);
    } catch (StorageException e) {
      return e.reason() == Reason.MISSING
          ? ReturnStatus.of(SrmStatus.INVALID_PATH, "the file is gone")
          : StorageRefusal.of(e);
    }
  }

  /** The same of a file of the books. */
  public ReturnStatus drop(StorageArea area, StoredFile file, Instant now) {
    if (!area.keeping().storageClass().onTape()) {
      return lastCopy();
    }
    if (!area.keeping().storageClass().leavesDisk()) {
      return ReturnStatus.of(SrmStatus.FAILURE, "this storage area keeps its files on disk");
    }
    return switch (release.release(area, List.of(file.id()), now).get(file.id())) {
      case RELEASED, GONE -> ReturnStatus.success();
      case NOT_ON_TAPE ->
          ReturnStatus.of(
              SrmStatus.LAST_COPY, "the copy on disk is the only one: it is not on tape yet");
      case PINNED -> ReturnStatus.of(SrmStatus.FAILURE, "the file is pinned");
      case AT_WORK ->
          ReturnStatus.of(SrmStatus.FILE_BUSY, "the file is open, or on its way to or from tape");
      case REFUSED -> ReturnStatus.of(SrmStatus.FAILURE, "the copy on disk cannot be dropped now");
    };
  }

  private static ReturnStatus lastCopy() {
    return ReturnStatus.of(
        SrmStatus.LAST_COPY, "the copy on disk is the only one; srmRm removes the file");
  }
}
