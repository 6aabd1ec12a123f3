package org.bora.backend.stage.rebuild;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Finds files that were removed after the walk had seen them and before it entered them: the
 * removing call found no row to delete, or deleted an earlier one. A later removal finds the row.
 */
final class LateEntries {
  private final Transactions transactions;
  private final SpaceBooks books;
  private final StoredFiles files = new StoredFiles();

  LateEntries(Transactions transactions, SpaceBooks books) {
    this.transactions = transactions;
    this.books = books;
  }

  /**
   * Deletes the rows of missing files. Their tape copies stay until an administrator decides,
   * except those that a removal has already released.
   *
   * @param entered rows that were, or may have been, committed
   * @return the number of deleted rows
   */
  int forget(StorageArea area, Collection<StoredFile> entered) {
    Map<UUID, StoredFile> gone =
        entered.stream()
            .filter(file -> isGone(area, file))
            .collect(Collectors.toMap(StoredFile::id, file -> file, (one, again) -> one));
    if (gone.isEmpty()) {
      return 0;
    }
    return transactions.run(
        sql -> {
          // asked after the look, because a rename is announced before it happens
          Set<UUID> moving = files.moving(sql, gone.keySet());
          List<StoredFile> lost =
              files.lock(sql, gone.keySet()).stream()
                  .filter(file -> !moving.contains(file.id()))
                  .filter(file -> file.path().equals(gone.get(file.id()).path()))
                  .toList();
          books.removed(sql, List.of(), lost);
          return lost.size();
        });
  }

  private static boolean isGone(StorageArea area, StoredFile file) {
    try {
      return !area.tree().facts(file.path()).id().equals(Optional.of(file.id()));
    } catch (StorageException e) {
      return e.reason() == Reason.MISSING || e.reason() == Reason.NOT_A_DIRECTORY;
    }
  }
}
