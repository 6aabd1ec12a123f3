package org.bora.backend.sweep;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.PutTable;
import org.bora.storage.spi.FoundUpload;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes hidden upload files that no active put knows: what is left when a backend dies between
 * beginning an upload and registering it. One backend walks an area at a time.
 */
final class OrphanUploads {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanUploads.class);

  private final Transactions transactions;
  private final PutTable puts = new PutTable();
  private final SweepTurnTable turns = new SweepTurnTable();
  private final Locator locator;
  private final SweepSettings settings;

  OrphanUploads(Transactions transactions, Locator locator, SweepSettings settings) {
    this.transactions = transactions;
    this.locator = locator;
    this.settings = settings;
  }

  /** Walks the areas whose turn has come. Returns how many orphans were removed. */
  int sweep(Instant now) {
    int removed = 0;
    for (StorageArea area : locator.areas()) {
      if (transactions.run(
          sql -> turns.take(sql, "orphans " + area.name(), now, settings.orphanInterval()))) {
        removed += walk(area, now);
      }
    }
    return removed;
  }

  private int walk(StorageArea area, Instant now) {
    Instant young = now.minus(settings.orphanGrace());
    List<FoundUpload> found = new ArrayList<>();
    int[] removed = new int[1];
    try {
      area.tree()
          .eachUpload(
              upload -> {
                if (upload.modifiedAt().isBefore(young)) {
                  found.add(upload);
                }
                if (found.size() == settings.batch()) {
                  removed[0] += remove(area, found);
                  found.clear();
                }
              });
    } catch (StorageException e) {
      LOG.error("area {} cannot be walked: {}", area.name(), e.getMessage(), e);
    }
    return removed[0] + remove(area, found);
  }

  private int remove(StorageArea area, List<FoundUpload> found) {
    if (found.isEmpty()) {
      return 0;
    }
    Set<UUID> known =
        transactions.read(
            sql -> puts.activeUploads(sql, found.stream().map(FoundUpload::id).toList()));
    int removed = 0;
    for (FoundUpload upload : found) {
      if (!known.contains(upload.id())) {
        removed += remove(area, upload);
      }
    }
    return removed;
  }

  private static int remove(StorageArea area, FoundUpload orphan) {
    try {
      // Only the directory matters: the hidden name does not depend on the target's.
      area.tree().discardUpload(new Upload(orphan.directory().child("x"), orphan.id()));
      LOG.info("area {}: orphan upload {} removed", area.name(), orphan.id());
      return 1;
    } catch (StorageException e) {
      LOG.error("area {}: orphan upload {} stays: {}", area.name(), orphan.id(), e.getMessage(), e);
      return 0;
    }
  }
}
