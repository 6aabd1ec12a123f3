package org.bora.backend.space;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.api.word.FileStorageType;
import org.bora.backend.database.Dialogue;
import org.bora.backend.ledger.RemovalTable;
import org.bora.backend.ledger.TapeLedger;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.TapeCopy;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Enters files that were found on disk but are not in the books; after the loss of the database,
 * this means all files. An existing file cannot be refused, so it takes its bytes even if too few
 * are free. Every method runs in the caller's transaction and may be repeated. Thread safe.
 */
public final class BookRestoration {
  private final SpaceBooks books;
  private final TapeLedger tapes;
  private final ShareTable shares = new ShareTable();
  private final SpaceTable spaces = new SpaceTable();
  private final StoredFileTable files = new StoredFileTable();
  private final RemovalTable removals = new RemovalTable();

  public BookRestoration(SpaceBooks books, Locator locator) {
    this.books = Objects.requireNonNull(books, "books");
    this.tapes = new TapeLedger(locator);
  }

  /**
   * A file as found on disk, with its facts and identifier.
   *
   * @param certain whether its attributes are trusted; otherwise they count only if the books agree
   */
  public record Found(AreaPath path, EntryFacts facts, boolean certain) {
    public Found {
      Objects.requireNonNull(path, "path");
      if (facts.id().isEmpty()) {
        throw new IllegalArgumentException("'" + path + "' was not stored through SRM");
      }
    }

    public UUID id() {
      return facts.id().orElseThrow();
    }
  }

  /** What the books have of these files, by their identifiers; locked. */
  public Map<UUID, StoredFile> known(JdbcClient sql, Collection<UUID> ids) {
    Map<UUID, StoredFile> known = new HashMap<>();
    files.lock(sql, ids).forEach(file -> known.put(file.id(), file));
    return known;
  }

  /** The same, not locked. */
  public List<StoredFile> find(JdbcClient sql, Collection<UUID> ids) {
    return files.find(sql, ids);
  }

  /** The space that a label names, if the books still have it in this area; not locked. */
  public Optional<Space> space(JdbcClient sql, StorageArea area, String token) {
    return spaces.find(sql, token).filter(space -> space.area().equals(area.name()));
  }

  /**
   * The row that a file gets.
   *
   * @param space where it is counted
   */
  public StoredFile row(StorageArea area, Found found, UUID space) {
    EntryFacts facts = found.facts();
    FileTerms terms =
        facts
            .label()
            .flatMap(FileTerms::of)
            .orElseGet(
                () -> new FileTerms(Optional.empty(), area.usualFileType(), -1, Optional.empty()));
    FileStorageType type = terms.storageType();
    return new StoredFile(
        found.id(),
        space,
        books.promise(space, 0).share(),
        // a label has no room for a subject: the account is what is left of who wrote it
        "uid " + Integer.toUnsignedString(facts.uid()),
        area.name(),
        found.path(),
        facts.size(),
        type,
        facts.modifiedAt(),
        terms.lifetimeSeconds(),
        terms.ends(),
        new Presence(facts.residency().onDisk(), facts.residency().onTape(), facts.modifiedAt()));
  }

  /**
   * Enters files that the books do not have; what tape has of them is noted, what no tape has waits
   * for one.
   *
   * @param copies of those on tape
   */
  public void enter(
      JdbcClient sql, StorageArea area, List<StoredFile> rows, Map<UUID, TapeCopy> copies) {
    files.insert(sql, rows);
    Map<ShareKey, Sums> changes = new HashMap<>();
    rows.forEach(file -> changes.merge(file.key(), file.counted(), Sums::plus));
    List<UUID> waiting = new ArrayList<>();
    for (StoredFile file : rows) {
      if (!copies.containsKey(file.id()) && TapeLedger.isWanted(file.path())) {
        waiting.add(file.id());
      }
    }
    tapes.copied(sql, copies);
    if (!waiting.isEmpty()) {
      tapes.entered(Dialogue.within(sql), Map.of(area.name(), waiting));
    }
    shares.add(sql, changes);
  }

  /**
   * Takes away copies that two files claim, or that a file of the books has: it cannot be told
   * whose they are, and to remove one file would remove the copy of the other.
   */
  public void dropShared(JdbcClient sql, Map<UUID, TapeCopy> copies) {
    Map<String, List<UUID>> claims = new HashMap<>();
    copies.forEach(
        (file, copy) ->
            claims
                .computeIfAbsent(
                    copy.library() + " " + copy.location().object(), none -> new ArrayList<>())
                .add(file));
    claims.values().stream()
        .filter(files -> files.size() > 1)
        .flatMap(List::stream)
        .forEach(copies::remove);
    Map<String, List<String>> objects = new HashMap<>();
    copies
        .values()
        .forEach(
            copy ->
                objects
                    .computeIfAbsent(copy.library(), none -> new ArrayList<>())
                    .add(copy.location().object()));
    objects.forEach(
        (library, names) -> {
          Set<String> used = Set.copyOf(removals.inUse(sql, library, names));
          copies
              .values()
              .removeIf(
                  copy ->
                      copy.library().equals(library) && used.contains(copy.location().object()));
        });
  }

  /** A file of the books, locked before, is there and not where they had it. */
  public void place(JdbcClient sql, UUID id, StorageArea area, AreaPath path) {
    files.place(sql, id, area.name(), path);
  }
}
