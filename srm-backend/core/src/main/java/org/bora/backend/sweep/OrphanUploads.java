package org.bora.backend.sweep;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bora.api.put.PartsDirectory;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.merge.AbandonedParts;
import org.bora.backend.request.DeadUpload;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.FoundUpload;
import org.bora.storage.spi.HiddenFinds;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes hidden upload files without an active put. If the put has ended, they are removed at
 * once, because late transfers create them again. If no put is known, they are removed after a
 * grace, because a backend may be about to register the put. An empty directory for the parts of a
 * file is removed after the same grace, because a door may be about to create the first file in it.
 * A directory with parts is removed when these are abandoned ({@link AbandonedParts}). Only one
 * backend walks an area at a time.
 */
final class OrphanUploads {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanUploads.class);

  /** Doors that die leave a few; the next walk removes what is more. */
  private static final int MOST_EMPTY = 10_000;

  /** Parts, together with their directories, that one walk removes; the next one goes on. */
  private static final int MOST_ABANDONED = 100_000;

  private final Transactions transactions;
  private final PutTable puts = new PutTable();
  private final SweepTurnTable turns = new SweepTurnTable();
  private final Locator locator;
  private final AbandonedParts parts;
  private final SweepSettings settings;

  OrphanUploads(Sweep.Ground ground, SweepSettings settings) {
    this.transactions = ground.transactions();
    this.locator = ground.locator();
    this.parts =
        new AbandonedParts(transactions, ground.books(), ground.tokens(), settings.batch());
    this.settings = settings;
  }

  /** Walks the areas that are due, one after the other. */
  int sweep(Instant now) {
    return locator.areas().stream().mapToInt(area -> sweep(area, now)).sum();
  }

  /** Walks an area that is due, unless another backend does. Returns how many were removed. */
  int sweep(StorageArea area, Instant now) {
    boolean due =
        transactions.run(
            sql -> turns.take(sql, "orphans " + area.name(), now, settings.orphanInterval()));
    return due ? walk(area, now) : 0;
  }

  private int walk(StorageArea area, Instant now) {
    List<FoundUpload> found = new ArrayList<>();
    int[] removed = new int[1];
    List<AreaPath> empty = new ArrayList<>();
    Abandoned abandoned = new Abandoned(area, now);
    Instant young = now.minus(settings.orphanGrace());
    HiddenFinds finds =
        new HiddenFinds() {
          @Override
          public void accept(FoundUpload upload) {
            found.add(upload);
            if (found.size() == settings.batch()) {
              removed[0] += remove(area, found, now);
              found.clear();
            }
          }

          @Override
          public void directory(AreaPath directory, Instant modifiedAt, boolean isEmpty) {
            if (!PartsDirectory.isName(directory.name())) {
              return;
            }
            if (!isEmpty) {
              abandoned.add(directory, modifiedAt);
            } else if (modifiedAt.isBefore(young) && empty.size() < MOST_EMPTY) {
              empty.add(directory);
            }
          }
        };
    try {
      area.tree().eachUpload(now.minus(settings.putGrace()), finds);
    } catch (StorageException e) {
      LOG.error("area {} cannot be walked: {}", area.name(), e.getMessage(), e);
    }
    int directories = empty.stream().mapToInt(directory -> removeEmpty(area, directory)).sum();
    return directories + removed[0] + remove(area, found, now) + abandoned.end();
  }

  /**
   * Multipart uploads that a walk has found. They are removed in batches during the walk, so those
   * that stay do not hold up others.
   */
  private final class Abandoned {
    private final StorageArea area;
    private final Instant now;
    private final List<AreaPath> found = new ArrayList<>();
    private int removed;

    Abandoned(StorageArea area, Instant now) {
      this.area = area;
      this.now = now;
    }

    void add(AreaPath directory, Instant modifiedAt) {
      if (modifiedAt.isBefore(now.minus(AbandonedParts.AFTER))) {
        found.add(directory);
        if (found.size() == settings.batch()) {
          end();
        }
      }
    }

    /** Returns how many files and directories were removed since the walk began. */
    int end() {
      for (AreaPath directory : found) {
        if (removed < MOST_ABANDONED) {
          removed += parts.remove(area, directory, now);
        }
      }
      found.clear();
      return removed;
    }
  }

  /** Removed only where it is still empty: what has begun in it meanwhile keeps it. */
  private static int removeEmpty(StorageArea area, AreaPath directory) {
    try {
      area.tree().removeDirectory(directory);
      LOG.info("area {}: '{}', which had no parts, removed", area.name(), directory);
      return 1;
    } catch (StorageException e) {
      if (e.reason() != Reason.NOT_EMPTY && e.reason() != Reason.MISSING) {
        LOG.error("area {}: '{}' stays: {}", area.name(), directory, e.getMessage(), e);
      }
      return 0;
    }
  }

  private int remove(StorageArea area, List<FoundUpload> found, Instant now) {
    if (found.isEmpty()) {
      return 0;
    }
    Instant young = now.minus(settings.orphanGrace());
    Map<UUID, PutState> known =
        transactions.read(sql -> puts.states(sql, found.stream().map(FoundUpload::id).toList()));
    int removed = 0;
    for (FoundUpload upload : found) {
      PutState put = known.get(upload.id());
      boolean dead = put == null ? upload.modifiedAt().isBefore(young) : put.isTerminal();
      removed += dead ? remove(area, upload) : 0;
    }
    return removed;
  }

  private static int remove(StorageArea area, FoundUpload orphan) {
    try {
      if (!DeadUpload.remove(area.name(), area.tree(), orphan)) {
        return 0;
      }
      LOG.info("area {}: orphan upload {} removed", area.name(), orphan.id());
      return 1;
    } catch (StorageException e) {
      LOG.error("area {}: orphan upload {} stays: {}", area.name(), orphan.id(), e.getMessage(), e);
      return 0;
    }
  }
}
