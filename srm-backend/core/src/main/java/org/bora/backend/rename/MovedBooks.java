package org.bora.backend.rename;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.bora.backend.engines.OpenRecallTable;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.pin.PinTable;
import org.bora.backend.pin.StagedPinTable;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutTable;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Checks on disk whether a rename has happened, and updates the database. */
final class MovedBooks {
  private static final Logger LOG = LoggerFactory.getLogger(MovedBooks.class);

  /** Number of files of a directory that are checked; some may have been removed since. */
  private static final int SOME = 50;

  private final SpaceBooks books;
  private final PinTable pins = new PinTable();
  private final StagedPinTable stagedPins = new StagedPinTable();
  private final OpenRecallTable recalls = new OpenRecallTable();
  private final StoredFiles files = new StoredFiles();
  private final PutTable puts = new PutTable();

  MovedBooks(SpaceBooks books) {
    this.books = books;
  }

  /** The place of the renamed entry, according to the disk. */
  enum Where {
    TARGET,
    SOURCE,
    /** At neither name: removed, or carried off once more. */
    NOWHERE
  }

  static Where look(StorageArea area, NameMove move) throws StorageException {
    Optional<EntryFacts> source = facts(area, move.from());
    Optional<EntryFacts> target = facts(area, move.to());
    if (move.file().isPresent()) {
      return target.filter(facts -> facts.id().equals(move.file())).isPresent()
          ? Where.TARGET
          : source.filter(facts -> facts.id().equals(move.file())).isPresent()
              ? Where.SOURCE
              : Where.NOWHERE;
    }
    // nothing but its name identifies it: renames never replace, so one of the two is missing
    if (source.isPresent()) {
      return Where.SOURCE;
    }
    return target.filter(facts -> facts.isDirectory() == move.directory()).isPresent()
        ? Where.TARGET
        : Where.NOWHERE;
  }

  /**
   * As {@link #look}, of a move that holds its names still. Where a directory has both names by
   * now, one of the two was made anew. What the books have below the old name tells which: no put
   * was published there meanwhile.
   */
  Where look(JdbcClient sql, StorageArea area, NameMove move) throws StorageException {
    Where where = look(area, move);
    if (where != Where.SOURCE
        || !move.directory()
        || facts(area, move.to()).filter(EntryFacts::isDirectory).isEmpty()) {
      return where;
    }
    for (StoredFile file : files.below(sql, move.area(), move.from(), SOME)) {
      AreaPath moved = AreaPath.parse(move.to() + below(file.path(), move.from()));
      if (facts(area, moved).flatMap(EntryFacts::id).equals(Optional.of(file.id()))) {
        return Where.TARGET;
      }
    }
    return Where.SOURCE;
  }

  private static String below(AreaPath path, AreaPath directory) {
    return path.toString().substring(directory.toString().length());
  }

  static Optional<EntryFacts> facts(StorageArea area, AreaPath path) throws StorageException {
    try {
      return Optional.of(area.tree().facts(path));
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING || e.reason() == Reason.NOT_A_DIRECTORY) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Another backend has renamed it, and may have died before it synced the names: a power failure
   * could undo what the books are about to say.
   */
  static void sync(StorageArea area, NameMove move) throws StorageException {
    area.tree().syncName(move.to());
    if (move.from().parent().equals(move.to().parent())) {
      return;
    }
    try {
      area.tree().syncName(move.from());
    } catch (StorageException e) {
      if (e.reason() != Reason.MISSING && e.reason() != Reason.NOT_A_DIRECTORY) {
        throw e; // otherwise the old name has gone with its directory
      }
    }
  }

  /**
   * Where a filesystem cannot rename without replacing, a file has both names for a moment, and a
   * backend that dies then leaves both. The old one goes.
   */
  static void dropOldName(StorageArea area, NameMove move) throws StorageException {
    if (move.file().isPresent()
        && facts(area, move.from()).flatMap(EntryFacts::id).equals(move.file())) {
      area.tree().withdrawUpload(new Upload(move.from(), move.file().get()));
    }
  }

  /**
   * Locks the row of the moved file; without effect for a directory, or for a file without a row.
   */
  void lock(JdbcClient sql, NameMove move) {
    move.file().ifPresent(file -> files.lock(sql, file));
  }

  /**
   * Corrects the books for a file that was renamed in place of the intended one, because it had
   * taken the name of the source and the books still have it there. Nothing is done if another call
   * holds one of the names: a rename in progress will update the books, and a put may be published
   * at any moment.
   *
   * @param move a move that no longer holds names; its row is locked
   * @param running reads the moves that hold their names; called after the row of the file was
   *     locked, because a move commits its end together with that row
   * @return whether there was such a file
   */
  boolean carryBack(
      JdbcClient sql, StorageArea area, NameMove move, Supplier<List<NameMove>> running)
      throws StorageException {
    Optional<UUID> other = certainAt(area, move.to());
    if (other.isEmpty()
        || !puts.lockOn(sql, NameKey.of(move.area(), move.to())).isEmpty()
        || !isAt(sql, other.get(), move)
        || running.get().stream().anyMatch(move::meets)
        || !certainAt(area, move.to()).equals(other)) {
      return false;
    }
    try {
      area.tree().rename(move.to(), move.from());
    } catch (StorageException e) {
      if (e.reason() == Reason.EXISTS) {
        return false; // another file has the name by now
      }
      throw e;
    }
    if (!certainAt(area, move.from()).equals(other)) {
      area.tree().rename(move.from(), move.to()); // it came to the name in this moment
      return false;
    }
    LOG.warn(
        "area {}: file {} had taken the name '{}' and was renamed to '{}' in place of file {}; it"
            + " has been renamed back",
        area.name(),
        other.get(),
        move.from(),
        move.to(),
        move.file());
    return true;
  }

  private static Optional<UUID> certainAt(StorageArea area, AreaPath path) throws StorageException {
    return facts(area, path).flatMap(facts -> facts.certain().id());
  }

  /** Whether the books have a file at the source of a move; its row is locked. */
  private boolean isAt(JdbcClient sql, UUID file, NameMove move) {
    return files
        .lock(sql, file)
        .filter(row -> row.area().equals(move.area()) && row.path().equals(move.from()))
        .isPresent();
  }

  /**
   * The rename has happened. A file's row is found by its identifier: another file that has the old
   * name by now keeps its row. A directory takes every row below it along, because no put is
   * published below it while the move runs. Pins with a TURL end, for it leads to the old name.
   * Idempotent.
   */
  void follow(JdbcClient sql, StorageArea area, NameMove move, Instant now) {
    if (move.directory()) {
      books.moved(sql, move.area(), move.from(), move.to());
    } else {
      move.file().ifPresent(file -> books.moved(sql, file, move.area(), move.to()));
    }
    stagedPins.follow(sql, move.area(), move.to());
    if (move.directory()) {
      stagedPins.abortMoved(sql, move.area(), move.to(), now);
    } else {
      List<NameKey> old = List.of(NameKey.of(move.area(), move.from()));
      pins.abortRemoved(sql, old, move.file().stream().toList(), now);
    }
    if (area.keeping().storageClass().onTape()) {
      recalls.move(sql, move.area(), move.from(), move.to());
    }
  }
}
