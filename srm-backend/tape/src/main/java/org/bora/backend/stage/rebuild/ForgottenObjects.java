package org.bora.backend.stage.rebuild;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bora.backend.database.Transactions;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.ledger.RemovalRow;
import org.bora.backend.ledger.RemovalTable;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.stage.TapeLibraries;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeDriver.Kept;
import org.bora.storage.spi.TapeLocation;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Finds objects on tape that nothing refers to. The tape copy of a removed file is removed after a
 * grace period. If the database is lost before that, no file tells {@link Rebuild} about the copy,
 * and it stays on tape.
 *
 * <p>An object counts as forgotten if no row has it (as a copy, or as one to be removed), its file
 * does not wait for tape, and no file in any area says that it has it, sealed or not. If anything
 * cannot be read, it may refer to such an object, so nothing is reported. A removal waits for the
 * grace period like every other, is compared with the rows once more, and can be cancelled until
 * then. Thread safe; blocks for as long as a rebuild.
 */
public final class ForgottenObjects {
  /** So many are found together; of more, the others next time. */
  private static final int MOST = 100_000;

  private static final int ASKED_TOGETHER = 1000;

  private final Transactions transactions;
  private final Locator locator;
  private final TapeLibraries libraries;
  private final int most;
  private final RemovalTable removals = new RemovalTable();
  private final MigrationTable migrations = new MigrationTable();

  public ForgottenObjects(Transactions transactions, Locator locator, TapeLibraries libraries) {
    this(transactions, locator, libraries, MOST);
  }

  ForgottenObjects(Transactions transactions, Locator locator, TapeLibraries libraries, int most) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.locator = Objects.requireNonNull(locator, "locator");
    this.libraries = Objects.requireNonNull(libraries, "libraries");
    this.most = most;
  }

  /** The result of a search. */
  public sealed interface Outcome {

    /**
     * The forgotten objects.
     *
     * @param isAll false if there may be more
     */
    record Found(List<Kept> objects, boolean isAll) implements Outcome {
      public Found {
        objects = List.copyOf(objects);
      }
    }

    /**
     * The result is unknown.
     *
     * @param reason a sentence for the administrator
     */
    record Unknown(String reason) implements Outcome {}
  }

  /**
   * Searches a library.
   *
   * @param remove whether found objects are removed from tape after the grace period
   */
  public Outcome find(String library, boolean remove) {
    Candidates candidates = new Candidates(library);
    try {
      libraries.driver(library).eachObject(candidates::add);
      candidates.askRows();
    } catch (StorageException unknown) {
      return new Outcome.Unknown(unknown.getMessage());
    }
    // the library first, then the areas: a file that was there before has its object in the list
    for (StorageArea area : locator.areas()) {
      Optional<String> trouble = candidates.unclaimedIn(area);
      if (trouble.isPresent()) {
        return new Outcome.Unknown(trouble.get());
      }
    }
    List<Kept> found = List.copyOf(candidates.unknown.values());
    if (remove) {
      found = noted(library, found);
    }
    return new Outcome.Found(found, !candidates.more);
  }

  private List<Kept> noted(String library, List<Kept> found) {
    List<Kept> noted = new ArrayList<>();
    for (int from = 0; from < found.size(); from += ASKED_TOGETHER) {
      List<Kept> part = found.subList(from, Math.min(found.size(), from + ASKED_TOGETHER));
      noted.addAll(
          transactions.run(
              sql -> {
                List<Kept> still = without(part, known(sql, library, part));
                still.forEach(object -> removals.note(sql, row(library, object)));
                return still;
              }));
    }
    return noted;
  }

  private static RemovalRow row(String library, Kept object) {
    return new RemovalRow(
        object.file(), library, object.location(), object.size(), object.adler32(), "", "", 0, "");
  }

  private static List<Kept> without(List<Kept> objects, Set<String> known) {
    return objects.stream().filter(one -> !known.contains(one.location().object())).toList();
  }

  /** The names that have a row. */
  private Set<String> known(JdbcClient sql, String library, Collection<Kept> objects) {
    List<String> names = objects.stream().map(one -> one.location().object()).toList();
    Set<String> known = new HashSet<>(removals.inUse(sql, library, names));
    known.addAll(removals.noted(sql, library, names));
    Set<UUID> waiting = migrations.open(sql, objects.stream().map(Kept::file).distinct().toList());
    objects.stream()
        .filter(one -> waiting.contains(one.file()))
        .forEach(one -> known.add(one.location().object()));
    return known;
  }

  /** Objects to which no reference has been found so far. */
  private final class Candidates {
    private final String library;
    private final Map<String, Kept> unknown = new LinkedHashMap<>();
    private final List<Kept> asked = new ArrayList<>();
    private boolean more;

    Candidates(String library) {
      this.library = library;
    }

    void add(Kept object) {
      if (unknown.size() >= most) {
        more = true;
        return;
      }
      asked.add(object);
      if (asked.size() == ASKED_TOGETHER) {
        askRows();
      }
    }

    void askRows() {
      if (!asked.isEmpty()) {
        Set<String> known = transactions.read(sql -> known(sql, library, asked));
        without(asked, known).forEach(one -> unknown.put(one.location().object(), one));
        asked.clear();
      }
    }

    /** Leaves out what files of an area say that they have. Why that cannot be told, else empty. */
    Optional<String> unclaimedIn(StorageArea area) {
      if (unknown.isEmpty()) {
        return Optional.empty();
      }
      try {
        area.tree().facts(AreaPath.ROOT);
      } catch (StorageException away) {
        return Optional.of(
            "area " + area.name() + " cannot be read: " + away.getMessage() + "; mend it first");
      }
      Claims claims = new Claims();
      new AreaWalk(area, locator).walk(claims);
      if (Thread.currentThread().isInterrupted()) {
        return Optional.of("interrupted in area " + area.name());
      }
      return claims.unreadable == 0
          ? Optional.empty()
          : Optional.of(
              claims.unreadable
                  + " entries of area "
                  + area.name()
                  + " cannot be read, and may be stubs of such objects; the log names them");
    }

    private final class Claims implements AreaWalk.Visitor {
      private final Map<UUID, List<String>> ofFile =
          unknown.values().stream()
              .collect(
                  Collectors.groupingBy(
                      Kept::file,
                      Collectors.mapping(one -> one.location().object(), Collectors.toList())));
      private int unreadable;

      @Override
      public void file(AreaPath path, EntryFacts facts) {
        facts.residency().tape().map(copy -> copy.location()).ifPresent(this::claimed);
        if (!facts.residency().onDisk()) {
          // whatever it says of its copy: its bytes are nowhere else
          facts.id().map(id -> ofFile.getOrDefault(id, List.of())).ifPresent(this::claimed);
        }
      }

      private void claimed(TapeLocation location) {
        unknown.remove(location.object());
      }

      private void claimed(List<String> objects) {
        objects.forEach(unknown::remove);
      }

      @Override
      public void directoryDone(double part) {}

      @Override
      public void unreadable() {
        unreadable++;
      }

      @Override
      public boolean goesOn() {
        return unreadable == 0 && !Thread.currentThread().isInterrupted();
      }
    }
  }
}
