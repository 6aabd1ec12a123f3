package org.bora.backend.sweep;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.FilesAtWork;
import org.bora.storage.spi.FoundResidue;
import org.bora.storage.spi.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes hidden files of a release or recall whose process died, if no other process continues the
 * work, because the request was abandoned or the file was removed. One backend walks an area at a
 * time.
 *
 * <p>The hidden files have the times of their files, so these do not show their age: a hidden file
 * is old if this backend sees it twice, the second time after the grace. Files of running
 * operations stay.
 */
final class Residues {
  private static final Logger LOG = LoggerFactory.getLogger(Residues.class);

  /** Crashes leave a few; more than this means trouble of another kind, and memory has an end. */
  private static final int MOST = 10_000;

  private final Transactions transactions;
  private final Locator locator;
  private final FilesAtWork work;
  private final SweepSettings settings;
  private final SweepTurnTable turns = new SweepTurnTable();
  private final Map<String, Map<UUID, Instant>> seen = new ConcurrentHashMap<>();

  Residues(Transactions transactions, Locator locator, FilesAtWork work, SweepSettings settings) {
    this.transactions = transactions;
    this.locator = locator;
    this.work = work;
    this.settings = settings;
  }

  /** Walks the areas that are due, one after the other. */
  int sweep(Instant now) {
    return locator.areas().stream().mapToInt(area -> sweep(area, now)).sum();
  }

  /**
   * Walks an area with files on tape that is due, unless another backend does. Returns how many
   * were put right.
   */
  int sweep(StorageArea area, Instant now) {
    boolean due =
        area.keeping().storageClass().onTape()
            && transactions.run(
                sql -> turns.take(sql, "residues " + area.name(), now, settings.orphanInterval()));
    return due ? walk(area, now) : 0;
  }

  private int walk(StorageArea area, Instant now) {
    Map<UUID, FoundResidue> found = new HashMap<>();
    try {
      area.tree()
          .residences()
          .eachResidue(
              residue -> {
                if (found.size() < MOST) {
                  found.put(residue.id(), residue);
                }
              });
    } catch (StorageException e) {
      LOG.error("area {} cannot be walked: {}", area.name(), e.getMessage(), e);
      return 0;
    }
    Map<UUID, Instant> before = seen.getOrDefault(area.name(), Map.of());
    Map<UUID, Instant> first = new HashMap<>();
    found.keySet().forEach(id -> first.put(id, before.getOrDefault(id, now)));
    seen.put(area.name(), first);
    Instant young = now.minus(settings.orphanGrace());
    return settle(
        area,
        found.values().stream()
            .filter(residue -> !first.get(residue.id()).isAfter(young))
            .toList());
  }

  private int settle(StorageArea area, List<FoundResidue> old) {
    if (old.isEmpty()) {
      return 0;
    }
    Set<UUID> busy =
        transactions.read(sql -> work.among(sql, old.stream().map(FoundResidue::id).toList()));
    int settled = 0;
    for (FoundResidue residue : old) {
      if (!busy.contains(residue.id())) {
        settled += settle(area, residue);
      }
    }
    return settled;
  }

  private static int settle(StorageArea area, FoundResidue residue) {
    try {
      area.tree().residences().settle(residue);
      LOG.info(
          "area {}: the remains of a release or recall of file {} were cleaned up",
          area.name(),
          residue.id());
      return 1;
    } catch (StorageException e) {
      LOG.error(
          "area {}: remains of a release or recall of file {} could not be removed: {}",
          area.name(),
          residue.id(),
          e.getMessage(),
          e);
      return 0;
    }
  }
}
