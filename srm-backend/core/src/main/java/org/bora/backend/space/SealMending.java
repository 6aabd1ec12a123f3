package org.bora.backend.space;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Transactions;
import org.bora.backend.ledger.TapeCopyTable;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.AreaTree.Known;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeCopy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seals files without a valid seal, such as those of an earlier release, or restored from a backup.
 * Only attributes that agree with the books are sealed; others stay unsealed, and are not trusted.
 * Thread safe.
 */
public final class SealMending {
  private static final Logger LOG = LoggerFactory.getLogger(SealMending.class);

  private final Transactions transactions;
  private final Locator locator;
  private final TapeCopyTable copies = new TapeCopyTable();

  public SealMending(Transactions transactions, Locator locator) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
  }

  /** Looks at these files; they were where the books have them a moment ago. */
  public void mend(List<StoredFile> files) {
    if (files.isEmpty()) {
      return;
    }
    Map<UUID, TapeCopy> known =
        transactions.read(sql -> copies.find(sql, files.stream().map(StoredFile::id).toList()));
    for (StoredFile file : files) {
      Optional<StorageArea> area = locator.area(file.area());
      if (area.isPresent()) {
        vouch(area.get(), file, Optional.ofNullable(known.get(file.id())));
      }
    }
  }

  private static void vouch(StorageArea area, StoredFile file, Optional<TapeCopy> copy) {
    FileTerms terms =
        new FileTerms(
            Optional.of(SpaceBooks.tokenOf(area, file.space())),
            file.storageType(),
            file.lifetimeSeconds(),
            file.ends());
    try {
      area.tree()
          .vouch(file.path(), new Known(file.id(), terms.label(), copy, !file.presence().onDisk()));
    } catch (StorageException e) {
      if (e.reason() != Reason.MISSING && !StorageRefusal.isToldElsewhere(e)) {
        LOG.warn("area {}: '{}' cannot be sealed: {}", area.name(), file.path(), e.getMessage(), e);
      }
    }
  }
}
