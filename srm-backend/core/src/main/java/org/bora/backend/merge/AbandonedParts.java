package org.bora.backend.merge;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.bora.api.put.PartsDirectory;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.pin.PinTable;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.Removal;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Removes multipart uploads that their clients have abandoned. The record of the upload is removed
 * first. This ends the upload: no door completes it or accepts a part any more.
 *
 * <p>Files are removed while their rows are locked and before the commit. A completion marks them
 * under the same locks ({@link Merges}): either it is seen here and they stay, or it finds that the
 * upload no longer exists. A crash in between leaves rows without files, which the comparison of
 * books and disk finds; a later walk removes the rest of the upload. Only files with names of doors
 * are removed: a client's own file beside them keeps the directory. Thread safe.
 */
public final class AbandonedParts {
  private static final Logger LOG = LoggerFactory.getLogger(AbandonedParts.class);

  /** An upload without new bytes for this time is abandoned. */
  public static final Duration AFTER = Duration.ofDays(7);

  private final Transactions transactions;
  private final SpaceBooks books;
  private final TokenSource tokens;
  private final StoredFiles files = new StoredFiles();
  private final PutTable puts = new PutTable();
  private final PinTable pins = new PinTable();
  private final MergedPartTable table = new MergedPartTable();
  private final int batch;

  /**
   * @param tokens whose clock is that of the pins
   * @param batch files that one transaction takes
   */
  public AbandonedParts(
      Transactions transactions, SpaceBooks books, TokenSource tokens, int batch) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.books = Objects.requireNonNull(books, "books");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.batch = batch;
  }

  /**
   * The result of one transaction.
   *
   * @param stays why the upload stays
   */
  private record Taken(List<StoredFile> gone, int removed, Optional<String> stays) {
    static Taken nothing(String why) {
      return new Taken(List.of(), 0, Optional.of(why));
    }
  }

  /**
   * Removes an upload, unless it got new bytes, a part is being sent, or it is being completed.
   *
   * @param directory of its parts
   * @return the number of removed files and directories
   */
  public int remove(StorageArea area, AreaPath directory, Instant now) {
    Set<String> owners = new TreeSet<>();
    int removed = 0;
    try {
      Instant changed = area.tree().facts(directory).modifiedAt();
      if (!changed.isBefore(now.minus(AFTER))) {
        return 0;
      }
      List<Removal> some = some(area, directory);
      while (!some.isEmpty()) {
        List<Removal> these = some;
        Taken taken = transactions.run(sql -> take(sql, area, directory, these));
        removed += taken.removed();
        taken.gone().forEach(file -> owners.add(file.owner()));
        if (taken.stays().isPresent()) {
          LOG.info("area {}: upload '{}' stays: {}", area.name(), directory, taken.stays().get());
          return removed;
        }
        some = some(area, directory);
      }
      area.tree().removeDirectory(directory);
      LOG.info(
          "area {}: upload '{}' of {}, given up since {}, removed with {} files",
          area.name(),
          directory,
          owners,
          changed,
          removed);
      return removed + 1;
    } catch (StorageException e) {
      boolean known = e.reason() == Reason.NOT_EMPTY || e.reason() == Reason.MISSING;
      if (!known && !StorageRefusal.isToldElsewhere(e)) {
        LOG.error("area {}: '{}' stays: {}", area.name(), directory, e.getMessage(), e);
      }
      return removed;
    }
  }

  /** Files of the upload, its record before all others. */
  private List<Removal> some(StorageArea area, AreaPath directory) throws StorageException {
    List<Removal> some = new ArrayList<>();
    try {
      add(some, PartsDirectory.RECORD, area.tree().facts(directory.child(PartsDirectory.RECORD)));
    } catch (StorageException e) {
      requireMissing(e);
    }
    try (Listing listing = area.tree().list(directory)) {
      Optional<String> name = listing.next();
      for (; name.isPresent() && some.size() < batch; name = listing.next()) {
        String file = name.get();
        if (PartsDirectory.isOfUpload(file) && !file.equals(PartsDirectory.RECORD)) {
          try {
            add(some, file, listing.facts(file));
          } catch (StorageException e) {
            requireMissing(e);
          }
        }
      }
    }
    return some;
  }

  private static void add(List<Removal> some, String name, EntryFacts facts) {
    if (!facts.isDirectory()) {
      some.add(new Removal(name, false, facts.id()));
    }
  }

  private static void requireMissing(StorageException e) throws StorageException {
    if (e.reason() != Reason.MISSING) {
      throw e;
    }
  }

  private Taken take(JdbcClient sql, StorageArea area, AreaPath directory, List<Removal> some) {
    Map<UUID, String> names = new HashMap<>();
    some.forEach(one -> one.file().ifPresent(id -> names.put(id, one.name())));
    List<UUID> ids = List.copyOf(names.keySet());
    List<StoredFile> known = files.lock(sql, ids);
    // what an owner has written on a file is no ground to touch the row of another one, and what
    // another area has in the same directory is that area's to remove
    for (StoredFile file : known) {
      if (!file.area().equals(area.name())
          || !file.path().equals(directory.child(names.get(file.id())))) {
        return Taken.nothing("the books have '" + file.path() + "' of area " + file.area());
      }
    }
    if (puts.activeBelow(sql, new Place(area, directory), Instant.EPOCH).isPresent()) {
      return Taken.nothing("a part of it is being sent");
    }
    if (table.puts(sql, ids).contains(Optional.of(PutState.SPACE_AVAILABLE))) {
      return Taken.nothing("it is being completed");
    }
    Map<String, StorageException> staying;
    try {
      staying = area.tree().removeEntries(directory, some);
    } catch (StorageException e) {
      return Taken.nothing(e.getMessage());
    }
    List<StoredFile> gone = gone(sql, known, names, staying);
    List<NameKey> keys = gone.stream().map(file -> NameKey.of(area.name(), file.path())).toList();
    List<UUID> forgotten = gone.stream().map(StoredFile::id).toList();
    pins.abortRemoved(sql, keys, forgotten, tokens.now());
    books.forget(sql, forgotten);
    Optional<String> stays =
        staying.values().stream()
            .filter(why -> why.reason() != Reason.MISSING)
            .map(StorageException::getMessage)
            .findFirst();
    return new Taken(gone, some.size() - staying.size(), stays);
  }

  /**
   * Includes missing parts, because this transaction may be repeated. A rename is announced before
   * it happens, so renames are queried after the check.
   */
  private List<StoredFile> gone(
      JdbcClient sql,
      List<StoredFile> known,
      Map<UUID, String> names,
      Map<String, StorageException> staying) {
    List<StoredFile> gone = new ArrayList<>();
    List<StoredFile> missing = new ArrayList<>();
    for (StoredFile file : known) {
      StorageException why = staying.get(names.get(file.id()));
      if (why == null) {
        gone.add(file);
      } else if (why.reason() == Reason.MISSING) {
        missing.add(file);
      }
    }
    if (!missing.isEmpty()) {
      Set<UUID> moving = files.moving(sql, missing.stream().map(StoredFile::id).toList());
      missing.stream().filter(file -> !moving.contains(file.id())).forEach(gone::add);
    }
    return gone;
  }
}
