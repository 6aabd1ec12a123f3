package org.bora.backend.life;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.api.word.FileStorageType;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.pin.PinTable;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.backend.space.StoredFiles.Cursor;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Handles the end of a file's lifetime (GFD.129 section 1.20). A VOLATILE file is removed, unless
 * it is pinned or being overwritten; then it is removed in a later round. A DURABLE file is never
 * removed automatically; the log reports it once.
 *
 * <p>Every backend may sweep, and each file is handled by one of them. The file is removed while
 * its row is locked, before the commit. A crash in between leaves a row without a file, and the
 * next round finishes. Only the exact file of the row is removed, even if another one has its name
 * by then.
 */
public final class FileEnds {
  private static final Logger LOG = LoggerFactory.getLogger(FileEnds.class);

  private final Transactions transactions;
  private final Locator locator;
  private final SpaceBooks books;
  private final TokenSource tokens;
  private final StoredFiles files = new StoredFiles();
  private final PinTable pins = new PinTable();
  private final PutTable puts = new PutTable();
  private final int batch;

  /**
   * @param tokens whose clock is that of the pins
   * @param batch files that one transaction takes
   */
  public FileEnds(
      Transactions transactions, Locator locator, SpaceBooks books, TokenSource tokens, int batch) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.books = Objects.requireNonNull(books, "books");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.batch = batch;
  }

  private record Taken(int count, List<StoredFile> gone, List<StoredFile> told, Cursor next) {}

  /**
   * Processes all files whose lifetime has ended. Returns the number that were removed or reported.
   */
  public int sweep(Instant now) {
    int ended = 0;
    // A file that has to stay for now stays in the table; the cursor goes past it.
    Cursor cursor = Cursor.START;
    while (true) {
      Cursor from = cursor;
      Taken taken = transactions.run(sql -> take(sql, from, now));
      taken.gone().forEach(file -> LOG.info("volatile file {} has ended", where(file)));
      taken.told().forEach(FileEnds::alarm);
      ended += taken.gone().size() + taken.told().size();
      if (taken.count() < batch) {
        return ended;
      }
      cursor = taken.next();
    }
  }

  private static void alarm(StoredFile file) {
    LOG.error(
        "durable file {} of {} has ended at {} and stays: ask its owner to remove it or to extend"
            + " its life (srmExtendFileLifeTime)",
        where(file),
        file.owner(),
        file.ends().orElseThrow());
  }

  private static String where(StoredFile file) {
    return "'" + file.path() + "' in area " + file.area();
  }

  private Taken take(JdbcClient sql, Cursor from, Instant now) {
    List<StoredFile> over = files.takeEnded(sql, now, from, batch);
    if (over.isEmpty()) {
      return new Taken(0, List.of(), List.of(), from);
    }
    Set<NameKey> inUse = inUse(sql, over, now);
    List<StoredFile> gone = new ArrayList<>();
    List<StoredFile> told = new ArrayList<>();
    for (StoredFile file : over) {
      if (file.storageType() != FileStorageType.VOLATILE) {
        told.add(file);
      } else if (!inUse.contains(key(file)) && isRemoved(sql, file)) {
        gone.add(file);
      }
    }
    files.told(sql, ids(told));
    // dated after the removals, which may take long: who asks what has changed since a time
    // misses what is dated long before its commit
    pins.abortRemoved(sql, gone.stream().map(FileEnds::key).toList(), ids(gone), tokens.now());
    books.forget(sql, ids(gone));
    return new Taken(over.size(), gone, told, Cursor.after(over.getLast()));
  }

  private Set<NameKey> inUse(JdbcClient sql, List<StoredFile> over, Instant now) {
    List<NameKey> keys = over.stream().map(FileEnds::key).toList();
    Set<NameKey> inUse = new HashSet<>(pins.held(sql, keys, now));
    puts.activeOn(sql, keys).forEach(put -> inUse.add(put.key()));
    return inUse;
  }

  private static NameKey key(StoredFile file) {
    return NameKey.of(file.area(), file.path());
  }

  private static List<UUID> ids(List<StoredFile> some) {
    return some.stream().map(StoredFile::id).toList();
  }

  /** Whether it is gone now. */
  private boolean isRemoved(JdbcClient sql, StoredFile file) {
    Optional<StorageArea> area = locator.area(file.area());
    if (area.isEmpty()) {
      return false; // it may come back to the configuration
    }
    try {
      if (!area.get().tree().withdrawUpload(new Upload(file.path(), file.id()))) {
        // asked after the look, because a rename is announced before it happens
        if (!files.moving(sql, List.of(file.id())).isEmpty()) {
          LOG.info(
              "volatile file {} is being renamed and is removed in a later round", where(file));
          return false;
        }
        LOG.info("volatile file {} was gone already", where(file));
      }
      return true;
    } catch (StorageException e) {
      if (!StorageRefusal.isToldElsewhere(e)) {
        LOG.error("volatile file {} has ended but stays: {}", where(file), e.getMessage(), e);
      }
      return false;
    }
  }
}
