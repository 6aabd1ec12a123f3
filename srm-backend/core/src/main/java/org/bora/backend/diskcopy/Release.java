package org.bora.backend.diskcopy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.pin.PinTable;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutTable;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Removes files from the disk, a few in one transaction: prepare the release, lock the rows, check
 * that no pin holds the files and nothing uses them, remove the bytes, and record it. A call that
 * pins a file locks its row too ({@link SpaceBooks#touched}): either its pin comes first and the
 * file stays, or it comes later and learns that the file has left.
 *
 * <p>A frozen backend may go on after the database has dropped its lock. So a release is prepared
 * before the lock, and a call that pins the file withdraws it under the lock ({@link
 * Residences#keep}); a backend that wakes up later cannot carry it out. A crash between the removal
 * of the bytes and the commit leaves a stub that the books take for a file on disk. The next
 * release, or the comparison of books and files, corrects this.
 */
public final class Release {
  private static final Logger LOG = LoggerFactory.getLogger(Release.class);

  private final Transactions transactions;
  private final SpaceBooks books;
  private final FilesAtWork engines;
  private final StoredFiles files = new StoredFiles();
  private final PinTable pins = new PinTable();
  private final PutTable puts = new PutTable();

  /**
   * @param engines what else may be done with files between disk and tape
   */
  public Release(Transactions transactions, SpaceBooks books, FilesAtWork engines) {
    this.transactions = transactions;
    this.books = books;
    this.engines = engines;
  }

  /** The result of the release of a file. */
  public enum Fate {
    RELEASED,
    /** It had left before, or is gone altogether. */
    GONE,
    NOT_ON_TAPE,
    PINNED,
    /** Open, or another engine has to do with it. */
    AT_WORK,
    REFUSED
  }

  /** Releases files of one area; few, because their rows are locked meanwhile. */
  public Map<UUID, Fate> release(StorageArea area, List<UUID> ids, Instant now) {
    // first without locks, so that nothing is made ready for files that stay anyway
    List<StoredFile> free =
        transactions.read(sql -> free(sql, area, files.find(sql, ids), now, new HashMap<>()));
    return transactions.run(
        sql -> {
          try (Departures departures = Departures.prepare(area, free)) {
            return release(sql, area, ids, departures, now);
          }
        });
  }

  /** Those of some files of the books that may leave now. */
  private List<StoredFile> free(
      JdbcClient sql, StorageArea area, List<StoredFile> some, Instant now, Map<UUID, Fate> fates) {
    List<StoredFile> resident = new ArrayList<>();
    for (StoredFile file : some) {
      if (file.area().equals(area.name()) && file.presence().onDisk()) {
        fates.put(file.id(), Fate.NOT_ON_TAPE);
        if (file.presence().onTape()) {
          resident.add(file);
        }
      }
    }
    return withoutUsed(sql, resident, now, fates);
  }

  private Map<UUID, Fate> release(
      JdbcClient sql, StorageArea area, List<UUID> ids, Departures departures, Instant now) {
    Map<UUID, Fate> fates = new HashMap<>();
    ids.forEach(id -> fates.put(id, Fate.GONE));
    List<StoredFile> free = free(sql, area, files.lock(sql, ids), now, fates);
    List<UUID> left = new ArrayList<>();
    List<UUID> notOnTape = new ArrayList<>();
    for (StoredFile file : free) {
      Fate fate = takeAway(area, file, departures);
      fates.put(file.id(), fate);
      if (fate == Fate.RELEASED) {
        left.add(file.id());
      } else if (fate == Fate.NOT_ON_TAPE) {
        notOnTape.add(file.id());
      }
    }
    books.released(sql, left);
    books.onTape(sql, notOnTape, false);
    return fates;
  }

  private List<StoredFile> withoutUsed(
      JdbcClient sql, List<StoredFile> files, Instant now, Map<UUID, Fate> fates) {
    if (files.isEmpty()) {
      return files;
    }
    Map<UUID, NameKey> keys = new HashMap<>();
    files.forEach(file -> keys.put(file.id(), NameKey.of(file.area(), file.path())));
    Set<NameKey> pinned = pins.held(sql, keys.values(), now);
    Set<NameKey> written = new HashSet<>();
    puts.activeOn(sql, keys.values()).stream().map(AcceptedPut::key).forEach(written::add);
    Set<UUID> atWork = engines.among(sql, keys.keySet());
    List<StoredFile> free = new ArrayList<>();
    for (StoredFile file : files) {
      NameKey key = keys.get(file.id());
      if (pinned.contains(key)) {
        fates.put(file.id(), Fate.PINNED);
      } else if (written.contains(key) || atWork.contains(file.id())) {
        fates.put(file.id(), Fate.AT_WORK);
      } else {
        free.add(file);
      }
    }
    return free;
  }

  /** The filesystem decides, whatever the books have. */
  private static Fate takeAway(StorageArea area, StoredFile file, Departures departures) {
    try {
      departures.carryOut(file);
      return Fate.RELEASED;
    } catch (StorageException e) {
      Reason reason = e.reason();
      if (reason == Reason.BUSY) {
        return Fate.AT_WORK;
      }
      if (reason == Reason.UNSUPPORTED && isOnDiskAlone(area, file)) {
        return Fate.NOT_ON_TAPE;
      }
      if (reason != Reason.MISSING && reason != Reason.NOT_A_DIRECTORY) {
        LOG.warn("area {}: '{}' stays on disk: {}", area.name(), file.path(), e.getMessage(), e);
        return Fate.REFUSED;
      }
      // removed, or carried off: the call that did so, or the comparison with the files, tells the
      // books
      return Fate.GONE;
    }
  }

  private static boolean isOnDiskAlone(StorageArea area, StoredFile file) {
    try {
      return !area.tree().facts(file.path()).residency().onTape();
    } catch (StorageException e) {
      LOG.debug("area {}: '{}' cannot be checked", area.name(), file.path(), e);
      return false;
    }
  }
}
