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
import org.bora.backend.space.SealMending;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.StoredFile;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.TapeCopy;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * {@code bora rebuild}: restores what the database knows of an area's files from the extended
 * attributes of the files: names, spaces, lives, the two facts of disk and tape, where they are on
 * tape, and the counters of the spaces. Only attributes sealed by Bora count, because the owner of
 * a file may write any ({@link Belief}); if the books have a file, they decide. What is not on the
 * files is lost with the database: who wrote them (their account remains), reservations (their
 * files count in the area's own space), and requests with their pins.
 *
 * <p>It may run with or without running backends, may be stopped at any time, and may be repeated:
 * correct rows are only compared. Rows without a file are left to the sweep. Thread safe; blocks
 * for a time that depends on the size of the area.
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
  private final SealMending seals;
  private final LateEntries late;

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
    this.seals = new SealMending(transactions, locator);
    this.late = new LateEntries(transactions, books);
    this.audit = new BookAudit(transactions, locator, books, engines, Duration.ZERO);
  }

  /**
   * The options of a rebuild.
   *
   * @param dryRun whether nothing is written
   */
  public record Order(boolean dryRun, Belief belief) {
    public Order {
      Objects.requireNonNull(belief, "belief");
    }
  }

  /**
   * Rebuilds one area.
   *
   * @param progress told how far it is, every few hundred files; false stops it
   */
  public RebuildCount run(StorageArea area, Order order, Predicate<RebuildProgress> progress) {
    if (!order.dryRun()) {
      transactions.run(
          sql -> {
            ownSpaces.open(sql, area, tokens.now());
            return area;
          });
    }
    Walk walk = new Walk(area, order, progress);
    new AreaWalk(area, locator).walk(walk);
    walk.flush();
    if (!order.dryRun()) {
      // of a database of which only a part was lost
      audit.mend(SpaceBooks.ownSpace(area));
    }
    return walk.count;
  }

  /** The walk through one area; not thread safe. */
  private final class Walk implements AreaWalk.Visitor {
    private final StorageArea area;
    private final boolean dryRun;
    private final Belief belief;
    private final Predicate<RebuildProgress> progress;
    private final List<Found> batch = new ArrayList<>();
    private final Map<String, UUID> spaces = new HashMap<>();
    private RebuildCount count = RebuildCount.NOTHING;
    private double part;
    private boolean wanted = true;

    Walk(StorageArea area, Order order, Predicate<RebuildProgress> progress) {
      this.area = area;
      this.dryRun = order.dryRun();
      this.belief = order.belief();
      this.progress = progress;
    }

    @Override
    public void file(AreaPath path, EntryFacts facts) {
      if (facts.id().isEmpty()) {
        count = count.plus(RebuildCount.STRANGER);
        return;
      }
      count = count.plus(RebuildCount.file(facts.size()));
      EntryFacts believed = belief.of(facts);
      boolean certain = believed.id().isPresent();
      batch.add(new Found(path, certain ? believed : facts, certain));
      if (batch.size() >= BATCH) {
        flush();
      }
    }

    @Override
    public void directoryDone(double part) {
      this.part = part;
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
        List<Found> all = List.copyOf(batch);
        batch.clear();
        List<UUID> ids = all.stream().map(Found::id).distinct().toList();
        List<StoredFile> rows = transactions.read(sql -> restoration.find(sql, ids));
        List<Found> some = dryRun ? all : FreshNames.synced(area, rows, all, this::unreadable);
        if (!some.isEmpty()) {
          mend(some, OtherPaths.look(locator, area, rows, some));
        }
      }
      wanted = progress.test(new RebuildProgress(count, part)) && wanted;
    }

    private void mend(List<Found> some, OtherPaths others) {
      Map<UUID, UUID> spaceOf = new HashMap<>();
      some.forEach(found -> spaceOf.put(found.id(), space(found)));
      List<StoredFile> entering = new ArrayList<>();
      Compared result = transactions.run(sql -> compare(sql, some, spaceOf, others, entering));
      if (!dryRun) {
        seals.mend(result.unvouched);
      }
      int lost = late.forget(area, entering);
      int mended = dryRun ? result.suspects.size() : presences.mend(area, result.suspects);
      count =
          count.plus(
              RebuildCount.mended(
                  result.entered - lost, result.placed + mended, result.copies, result.unsealed));
    }

    /** The space of a label; the area's own where the books do not know it any more. */
    private UUID space(Found found) {
      UUID own = SpaceBooks.ownSpace(area);
      Optional<String> token =
          found.facts().label().flatMap(FileTerms::of).flatMap(FileTerms::spaceToken);
      boolean claimed = belief == Belief.UNSEALED; // a reservation belongs to a caller
      if (claimed || token.isEmpty() || token.get().equals(area.spaceToken())) {
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

    private Compared compare(
        JdbcClient sql,
        List<Found> some,
        Map<UUID, UUID> spaceOf,
        OtherPaths others,
        List<StoredFile> entering) {
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
        boolean there =
            row != null && row.path().equals(found.path()) && row.area().equals(area.name());
        if (!found.certain() && !there) {
          result.unsealed++;
        } else if (row == null) {
          fresh.put(found.id(), restoration.row(area, found, spaceOf.get(found.id())));
          found.facts().residency().tape().ifPresent(copy -> copies.put(found.id(), copy));
        } else if (there) {
          known(row, found, result);
        } else if (fresh.containsKey(row.id())) {
          result.copies++; // the walk has just seen it there
        } else if (others.isSame(row)) {
          moved(sql, row, found, others.isThere(row), result);
        } // else it is being renamed, and the books follow it
      }
      result.entered = fresh.size();
      if (belief == Belief.UNSEALED) {
        restoration.dropShared(sql, copies);
      }
      if (!dryRun) {
        restoration.enter(sql, area, List.copyOf(fresh.values()), copies);
        entering.addAll(fresh.values()); // an attempt that seems to fail may be committed
      }
      return result;
    }

    private static void known(StoredFile row, Found found, Compared result) {
      if (PresenceMending.differs(row, found.facts().residency())) {
        result.suspects.add(row.id());
      }
      if (!found.facts().vouched().isAll()) {
        result.unvouched.add(row);
      }
    }

    /** Where the same file is under its other path too, this one is a copy. */
    private void moved(
        JdbcClient sql, StoredFile row, Found found, boolean isThere, Compared result) {
      if (isThere) {
        result.copies++;
        return;
      }
      result.placed++;
      if (!dryRun) {
        restoration.place(sql, row.id(), area, found.path());
      }
    }
  }

  /** The result for some files in one attempt. */
  private static final class Compared {
    private final List<UUID> suspects = new ArrayList<>();
    private final List<StoredFile> unvouched = new ArrayList<>();
    private long unsealed;
    private long entered;
    private long placed;
    private long copies;
  }
}
