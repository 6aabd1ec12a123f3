package org.bora.backend.space;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Compares the books with the disk and with themselves. Files that were removed or replaced without
 * Bora give their bytes back. The presence on disk and tape is corrected to what the files say.
 * Attributes that agree with the books but lack a seal are sealed. A counter that differs from the
 * sum of its rows is a bug of Bora: it is logged as an ERROR and corrected. Thread safe; may run in
 * parallel with everything else.
 */
public final class BookAudit {
  private static final Logger LOG = LoggerFactory.getLogger(BookAudit.class);
  private static final int BATCH = 500;

  private final Transactions transactions;
  private final Locator locator;
  private final SpaceBooks books;
  private final Duration grace;
  private final PresenceMending presences;
  private final SealMending seals;
  private final StoredFileTable files = new StoredFileTable();
  private final MissedFileTable missed = new MissedFileTable();
  private final SpaceTable spaces = new SpaceTable();
  private final ShareTable shares = new ShareTable();
  private final Labels labels = new Labels();

  /**
   * @param engines whose files are between disk and tape, where no fact counts yet
   * @param grace how long a file must have been missed before the books forget it. It begins with
   *     the first look that misses the file, by whatever backend, because a file that is being
   *     renamed has another name on disk than in the books for a moment
   */
  public BookAudit(
      Transactions transactions,
      Locator locator,
      SpaceBooks books,
      FilesAtWork engines,
      Duration grace) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.books = Objects.requireNonNull(books, "books");
    this.grace = Objects.requireNonNull(grace, "grace");
    this.presences = new PresenceMending(transactions, locator, books, engines);
    this.seals = new SealMending(transactions, locator);
  }

  /** One walk through all files and all spaces. Returns how many things were put right. */
  public int run(Instant now) {
    return locator.areas().stream().mapToInt(area -> run(area, now)).sum() + mendSpaces();
  }

  /** One walk through the files of an area. Returns how many things were put right. */
  public int run(StorageArea area, Instant now) {
    int mended = 0;
    UUID last = new UUID(0, 0);
    while (true) {
      UUID from = last;
      List<StoredFile> some = transactions.read(sql -> files.inArea(sql, area.name(), from, BATCH));
      if (some.isEmpty()) {
        return mended;
      }
      mended += look(some, now);
      last = some.getLast().id();
    }
  }

  /** Counts what all spaces hold; asks no filesystem. Returns how many were wrong. */
  public int mendSpaces() {
    int mended = 0;
    for (UUID space : transactions.read(spaces::ids)) {
      mended += mend(space) ? 1 : 0;
    }
    return mended;
  }

  private int look(List<StoredFile> some, Instant now) {
    List<UUID> missing = new ArrayList<>();
    List<UUID> there = new ArrayList<>();
    Map<StorageArea, List<UUID>> elsewhere = new LinkedHashMap<>();
    List<StoredFile> unsealed = new ArrayList<>();
    for (StoredFile file : some) {
      Optional<StorageArea> area = locator.area(file.area());
      if (area.isEmpty()) {
        continue;
      }
      switch (look(area.get(), file, unsealed)) {
        case AS_IN_THE_BOOKS -> there.add(file.id());
        case NOT_THERE -> missing.add(file.id());
        case UNKNOWN -> {}
        case BETWEEN_DISK_AND_TAPE -> {
          there.add(file.id());
          elsewhere.computeIfAbsent(area.get(), none -> new ArrayList<>()).add(file.id());
        }
      }
    }
    seals.mend(unsealed);
    int mended = 0;
    for (Map.Entry<StorageArea, List<UUID>> part : elsewhere.entrySet()) {
      mended += presences.mend(part.getKey(), part.getValue());
    }
    found(there);
    return mended + missed(missing, now);
  }

  private void found(List<UUID> there) {
    Set<UUID> again = transactions.read(sql -> missed.since(sql, there)).keySet();
    if (!again.isEmpty()) {
      transactions.run(
          sql -> {
            missed.found(sql, again);
            return again;
          });
    }
  }

  /**
   * Looks again where the books have the files now: the rows that the walk goes by were read
   * before, and a file that was renamed since is not gone. No row is locked while a filesystem is
   * asked: it may hang.
   *
   * @return how many were forgotten
   */
  private int missed(List<UUID> suspects, Instant now) {
    List<StoredFile> gone =
        suspects.isEmpty()
            ? List.of()
            : transactions.read(sql -> files.find(sql, suspects)).stream()
                .filter(
                    file ->
                        locator.area(file.area()).filter(area -> isGone(area, file)).isPresent())
                .toList();
    return gone.isEmpty() ? 0 : transactions.run(sql -> missed(sql, gone, now));
  }

  /**
   * What is still missed is noted the first time, and forgotten when the grace since then is over.
   * Where a row has another path by now, the file was renamed after the look. Where it has the same
   * path again, it was renamed twice, and the moves of the last minutes tell so.
   */
  private int missed(JdbcClient sql, List<StoredFile> looked, Instant now) {
    Map<UUID, AreaPath> paths =
        looked.stream().collect(Collectors.toMap(StoredFile::id, StoredFile::path));
    List<StoredFile> missing =
        files.lock(sql, paths.keySet()).stream()
            .filter(file -> file.path().equals(paths.get(file.id())))
            .toList();
    List<UUID> ids = missing.stream().map(StoredFile::id).toList();
    // asked after the look, because a rename is announced before it happens
    Set<UUID> moving = missed.moving(sql, ids);
    Map<UUID, Instant> since = missed.since(sql, ids);
    Set<UUID> moved = missed.moved(sql, since.keySet(), now);
    List<UUID> fresh = new ArrayList<>();
    List<UUID> gone = new ArrayList<>();
    for (StoredFile file : missing) {
      Instant first = since.get(file.id());
      if (moving.contains(file.id()) || moved.contains(file.id())) {
        continue;
      }
      if (first == null) {
        LOG.info(
            "area {}: '{}' is in the database but not on disk; its entry is removed if the file is"
                + " still missing after {}",
            file.area(),
            file.path(),
            grace);
        fresh.add(file.id());
      } else if (!first.isAfter(now.minus(grace))) {
        LOG.warn(
            "area {}: '{}' has been missing on disk since {}; its database entry is removed, copies"
                + " on tape are kept",
            file.area(),
            file.path(),
            first);
        gone.add(file.id());
      }
    }
    missed.miss(sql, fresh, now);
    books.vanished(sql, gone);
    return gone.size();
  }

  private static boolean isGone(StorageArea area, StoredFile file) {
    try {
      return !area.tree().facts(file.path()).id().equals(Optional.of(file.id()));
    } catch (StorageException e) {
      return e.reason() == Reason.MISSING || e.reason() == Reason.NOT_A_DIRECTORY;
    }
  }

  /** A file on disk compared with its row. */
  private enum Look {
    AS_IN_THE_BOOKS,
    NOT_THERE,
    /** The filesystem does not say. */
    UNKNOWN,
    BETWEEN_DISK_AND_TAPE
  }

  /** Also writes a label anew that tells of another space than the books. */
  private Look look(StorageArea area, StoredFile file, List<StoredFile> unsealed) {
    try {
      EntryFacts facts = area.tree().facts(file.path());
      if (!facts.id().equals(Optional.of(file.id()))) {
        return Look.NOT_THERE;
      }
      String token = SpaceBooks.tokenOf(area, file.space());
      Optional<String> told = facts.label().flatMap(FileTerms::of).flatMap(FileTerms::spaceToken);
      if (!told.equals(Optional.of(token))) {
        labels.write(area, file, token);
      }
      if (!facts.vouched().isAll()) {
        unsealed.add(file);
      }
      return PresenceMending.differs(file, facts.residency())
          ? Look.BETWEEN_DISK_AND_TAPE
          : Look.AS_IN_THE_BOOKS;
    } catch (StorageException e) {
      if (e.reason() != Reason.MISSING && e.reason() != Reason.NOT_A_DIRECTORY) {
        if (!StorageRefusal.isToldElsewhere(e)) {
          LOG.warn(
              "area {}: '{}' cannot be checked: {}", area.name(), file.path(), e.getMessage(), e);
        }
        return Look.UNKNOWN;
      }
      return Look.NOT_THERE;
    }
  }

  /** Makes the counters of a space what they should be; false where they are. */
  public boolean mend(UUID space) {
    return transactions.run(sql -> mend(sql, space));
  }

  private boolean mend(JdbcClient sql, UUID space) {
    Map<ShareKey, Sums> all = shares.lock(sql, space);
    if (all.isEmpty()) {
      return false;
    }
    Sums counted = all.values().stream().reduce(Sums.NOTHING, Sums::plus);
    // Read under the locks: each writer of these changes a share in the same commit. On another
    // node of a cluster the locks do not hold; there touchAll makes one of the two commits fail.
    Sums real = files.sums(sql, space);
    long promised = files.promised(sql, space);
    Sums wrong =
        new Sums(
            0,
            promised - counted.promised(),
            real.used() - counted.used(),
            real.files() - counted.files());
    if (wrong.isNothing()) {
      return false;
    }
    LOG.error("space {}: the counters were wrong by {} and have been corrected", space, wrong);
    Map<ShareKey, Sums> changes = new HashMap<>();
    Sums mending =
        new Sums(-wrong.promised() - wrong.used(), wrong.promised(), wrong.used(), wrong.files());
    changes.put(all.keySet().iterator().next(), mending);
    shares.touchAll(sql, space);
    shares.add(sql, changes);
    return true;
  }
}
