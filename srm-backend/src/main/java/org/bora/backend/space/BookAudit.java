package org.bora.backend.space;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Compares the books with the disk and with themselves. Files that somebody removed or replaced
 * without asking give their bytes back; of disk and tape the books are made to say what the files
 * say; counters that are not the sum of what they count are a fault of ours: told as an ERROR and
 * mended. Thread safe; may run beside everything else.
 */
public final class BookAudit {
  private static final Logger LOG = LoggerFactory.getLogger(BookAudit.class);
  private static final int BATCH = 500;

  private final Transactions transactions;
  private final Locator locator;
  private final SpaceBooks books;
  private final Duration grace;
  private final PresenceMending presences;
  private final StoredFileTable files = new StoredFileTable();
  private final SpaceTable spaces = new SpaceTable();
  private final ShareTable shares = new ShareTable();
  private final Labels labels = new Labels();

  /**
   * @param engines whose files are between disk and tape, where no fact counts yet
   * @param grace how old a row must be to be judged: a file that is just being renamed has another
   *     name on disk than in the books for a moment
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
  }

  /** One walk through all files and all spaces. Returns how many things were put right. */
  public int run(Instant now) {
    int mended = 0;
    UUID last = new UUID(0, 0);
    while (true) {
      UUID from = last;
      List<StoredFile> some = transactions.read(sql -> files.after(sql, from, BATCH));
      if (some.isEmpty()) {
        break;
      }
      mended += look(some, now);
      last = some.getLast().id();
    }
    for (UUID space : transactions.read(spaces::ids)) {
      mended += mend(space) ? 1 : 0;
    }
    return mended;
  }

  private int look(List<StoredFile> some, Instant now) {
    List<UUID> gone = new ArrayList<>();
    Map<StorageArea, List<UUID>> elsewhere = new HashMap<>();
    for (StoredFile file : some) {
      Optional<StorageArea> area = locator.area(file.area());
      if (area.isEmpty()) {
        continue;
      }
      boolean old = file.stored().isBefore(now.minus(grace));
      switch (look(area.get(), file)) {
        case AS_IN_THE_BOOKS -> {}
        case NOT_THERE -> {
          if (old) {
            LOG.info("area {}: '{}' is not on the disk", file.area(), file.path());
            gone.add(file.id());
          }
        }
        case BETWEEN_DISK_AND_TAPE ->
            elsewhere.computeIfAbsent(area.get(), none -> new ArrayList<>()).add(file.id());
      }
    }
    int mended = 0;
    for (Map.Entry<StorageArea, List<UUID>> part : elsewhere.entrySet()) {
      mended += presences.mend(part.getKey(), part.getValue());
    }
    return mended + (gone.isEmpty() ? 0 : transactions.run(sql -> vanished(sql, gone)));
  }

  /**
   * Looks again, with the rows locked, where the books have the files now: the rows that the walk
   * goes by were read before, and a file that was renamed since is not gone.
   */
  private int vanished(JdbcClient sql, List<UUID> suspects) {
    List<UUID> gone =
        files.lock(sql, suspects).stream()
            .filter(
                file -> locator.area(file.area()).filter(area -> isGone(area, file)).isPresent())
            .map(StoredFile::id)
            .toList();
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

  /** What a file on disk is, against its row. */
  private enum Look {
    AS_IN_THE_BOOKS,
    NOT_THERE,
    BETWEEN_DISK_AND_TAPE
  }

  /** Also writes a label anew that tells of another space than the books. */
  private Look look(StorageArea area, StoredFile file) {
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
      return PresenceMending.differs(file, facts.residency())
          ? Look.BETWEEN_DISK_AND_TAPE
          : Look.AS_IN_THE_BOOKS;
    } catch (StorageException e) {
      if (e.reason() != Reason.MISSING && e.reason() != Reason.NOT_A_DIRECTORY) {
        if (!StorageRefusal.isToldElsewhere(e)) {
          LOG.warn(
              "area {}: '{}' cannot be looked at: {}", area.name(), file.path(), e.getMessage(), e);
        }
        return Look.AS_IN_THE_BOOKS;
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
    // Read under the locks: whoever changes one of these changes a share in the same commit.
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
    LOG.error("space {}: the counters were wrong by {}, they are mended", space, wrong);
    Map<ShareKey, Sums> changes = new HashMap<>();
    Sums mending =
        new Sums(-wrong.promised() - wrong.used(), wrong.promised(), wrong.used(), wrong.files());
    changes.put(all.keySet().iterator().next(), mending);
    shares.add(sql, changes);
    return true;
  }
}
