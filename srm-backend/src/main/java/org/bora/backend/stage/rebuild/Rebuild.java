package org.bora.backend.stage.rebuild;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.BookAudit;
import org.bora.backend.space.BookRestoration;
import org.bora.backend.space.BookRestoration.Found;
import org.bora.backend.space.FileTerms;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.space.OwnSpaces;
import org.bora.backend.space.PresenceMending;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.StoredFile;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * {@code bora rebuild}: restores what the database knows of an area's files from the extended
 * attributes of the files: names, spaces, lives, the two facts of disk and tape, where they are on
 * tape, and the counters of the spaces. What the files do not carry is lost with the database: who
 * wrote them (their account remains), reservations (their files go to the area's own space), and
 * requests with their pins.
 *
 * <p>May run while backends run or while they do not, may be stopped at any time, and may be
 * repeated: what is right already is only compared. Files that the books have and the disk has not
 * are left to the sweep. Thread safe; blocks for as long as the area is large.
 */
public final class Rebuild {
  private static final int BATCH = 500;

  private final Transactions transactions;
  private final Locator locator;
  private final OwnSpaces ownSpaces;
  private final TokenSource tokens;
  private final PutTable puts = new PutTable();
  private final BookRestoration restoration;
  private final PresenceMending presences;
  private final BookAudit audit;

  /**
   * @param engines what else is done with files between disk and tape, if backends run
   */
  public Rebuild(
      Transactions transactions,
      Locator locator,
      SpaceBooks books,
      TokenSource tokens,
      FilesAtWork engines) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.ownSpaces = new OwnSpaces(books.settings());
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.restoration = new BookRestoration(books, locator);
    this.presences = new PresenceMending(transactions, locator, books, engines);
    this.audit = new BookAudit(transactions, locator, books, engines, Duration.ZERO);
  }

  /**
   * Rebuilds one area.
   *
   * @param dryRun whether nothing is to be written
   * @param progress told how far it is, every few hundred files; false stops it
   */
  public RebuildCount run(StorageArea area, boolean dryRun, Predicate<RebuildCount> progress) {
    if (!dryRun) {
      transactions.run(
          sql -> {
            ownSpaces.open(sql, area, tokens.now());
            return area;
          });
    }
    Walk walk = new Walk(area, dryRun, progress);
    new AreaWalk(area, locator).walk(walk);
    walk.flush();
    if (!dryRun) {
      // of a database of which only a part was lost
      audit.mend(SpaceBooks.ownSpace(area));
    }
    return walk.count;
  }

  /** One area; not thread safe. */
  private final class Walk implements AreaWalk.Visitor {
    private final StorageArea area;
    private final boolean dryRun;
    private final Predicate<RebuildCount> progress;
    private final List<Found> batch = new ArrayList<>();
    private final Map<String, UUID> spaces = new HashMap<>();
    private RebuildCount count = RebuildCount.NOTHING;
    private boolean wanted = true;

    Walk(StorageArea area, boolean dryRun, Predicate<RebuildCount> progress) {
      this.area = area;
      this.dryRun = dryRun;
      this.progress = progress;
    }

    @Override
    public void file(AreaPath path, EntryFacts facts) {
      if (facts.id().isEmpty()) {
        count = count.plus(RebuildCount.STRANGER);
        return;
      }
      count = count.plus(RebuildCount.file(facts.size()));
      batch.add(new Found(path, facts));
      if (batch.size() >= BATCH) {
        flush();
      }
    }

    @Override
    public void directoryDone() {
      count = count.plus(RebuildCount.DIRECTORY);
    }

    @Override
    public void unreadable() {
      count = count.plus(RebuildCount.UNREADABLE);
    }

    @Override
    public boolean goesOn() {
      return wanted;
    }

    void flush() {
      if (!batch.isEmpty()) {
        List<Found> some = List.copyOf(batch);
        batch.clear();
        Map<UUID, UUID> spaceOf = new HashMap<>();
        some.forEach(found -> spaceOf.put(found.id(), space(found)));
        Compared result = transactions.run(sql -> compare(sql, some, spaceOf));
        int elsewhere = dryRun ? result.suspects.size() : presences.mend(area, result.suspects);
        count =
            count.plus(
                RebuildCount.mended(result.entered, result.placed + elsewhere, result.copies));
      }
      wanted = progress.test(count) && wanted;
    }

    /** The space of a label; the area's own where the books do not know it any more. */
    private UUID space(Found found) {
      UUID own = SpaceBooks.ownSpace(area);
      Optional<String> token =
          found.facts().label().flatMap(FileTerms::of).flatMap(FileTerms::spaceToken);
      if (token.isEmpty() || token.get().equals(area.spaceToken())) {
        return own;
      }
      return spaces.computeIfAbsent(
          token.get(),
          named ->
              transactions
                  .read(sql -> restoration.space(sql, area, named))
                  .filter(space -> space.released().isEmpty() && !space.isExpired(tokens.now()))
                  .map(Space::id)
                  .orElse(own));
    }

    private Compared compare(JdbcClient sql, List<Found> some, Map<UUID, UUID> spaceOf) {
      List<UUID> ids = some.stream().map(Found::id).distinct().toList();
      // First: who ends a put enters its file in the same commit, so what is not active is known.
      Set<UUID> active = puts.activeUploads(sql, ids);
      Map<UUID, StoredFile> known = restoration.known(sql, ids);
      Compared result = new Compared();
      Map<UUID, StoredFile> fresh = new HashMap<>();
      Map<UUID, TapeCopy> copies = new HashMap<>();
      for (Found found : some) {
        StoredFile row = known.getOrDefault(found.id(), fresh.get(found.id()));
        if (row == null && active.contains(found.id())) {
          continue;
        }
        if (row == null) {
          fresh.put(found.id(), restoration.row(area, found, spaceOf.get(found.id())));
          found.facts().residency().tape().ifPresent(copy -> copies.put(found.id(), copy));
        } else if (!row.path().equals(found.path()) || !row.area().equals(area.name())) {
          moved(sql, row, found, result);
        } else if (PresenceMending.differs(row, found.facts().residency())) {
          result.suspects.add(row.id());
        }
      }
      result.entered = fresh.size();
      if (!dryRun) {
        restoration.enter(sql, area, List.copyOf(fresh.values()), copies);
      }
      return result;
    }

    /** Where the books have it there may be the same file: then this one is a copy. */
    private void moved(JdbcClient sql, StoredFile row, Found found, Compared result) {
      if (isThere(row)) {
        result.copies++;
        return;
      }
      result.placed++;
      if (!dryRun) {
        restoration.place(sql, row.id(), area, found.path());
      }
    }

    private boolean isThere(StoredFile row) {
      try {
        Optional<StorageArea> where = locator.area(row.area());
        return where.isPresent()
            && where.get().tree().facts(row.path()).id().equals(Optional.of(row.id()));
      } catch (StorageException e) {
        return e.reason() != StorageException.Reason.MISSING
            && e.reason() != StorageException.Reason.NOT_A_DIRECTORY;
      }
    }
  }

  /** What became of some files in one attempt. */
  private static final class Compared {
    private final List<UUID> suspects = new ArrayList<>();
    private long entered;
    private long placed;
    private long copies;
  }
}
