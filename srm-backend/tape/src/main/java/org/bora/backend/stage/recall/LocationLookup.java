package org.bora.backend.stage.recall;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.ledger.TapeCopyTable;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks tape systems for the places of files whose rows and attributes do not have them, before they
 * are ordered. One query covers many files; files that remain unknown are read in any order.
 */
final class LocationLookup {
  private static final Logger LOG = LoggerFactory.getLogger(LocationLookup.class);
  private static final int MANY = 500;
  private static final Duration NO_ANSWER = Duration.ofMinutes(1);

  private final RecallParts parts;
  private final RecallTable table = new RecallTable();
  private final TapeCopyTable copies = new TapeCopyTable();
  private final RecallLineTable line = new RecallLineTable();

  LocationLookup(RecallParts parts) {
    this.parts = parts;
  }

  /** Some files of which it is not known where in a library they are. Asks the database alone. */
  List<RecallRow> unlocated(String library) {
    Instant now = parts.tokens().now();
    return parts.transactions().read(sql -> line.unlocated(sql, library, now, MANY));
  }

  /** Leaves files alone for a while: the filesystem of their area does not answer. */
  void postpone(List<RecallRow> rows) {
    Instant due = parts.tokens().now().plus(NO_ANSWER);
    List<UUID> files = rows.stream().map(RecallRow::file).toList();
    parts
        .transactions()
        .run(
            sql -> {
              table.park(sql, files, due, "the filesystem of its area does not answer");
              return files;
            });
  }

  /**
   * Files whose places only the tape system knows.
   *
   * @param rows rows by the name in the query
   */
  record Questions(Map<TapeFile, RecallRow> rows) {}

  /**
   * Looks up files of one area in the books, and on the files themselves. Does not query the tape
   * system, which may take minutes and must not count as a hanging filesystem.
   *
   * @return the files that remain to be queried
   */
  Questions look(List<RecallRow> rows) {
    Map<TapeFile, RecallRow> questions = new HashMap<>();
    List<RecallRow> found = new ArrayList<>();
    List<UUID> later = new ArrayList<>();
    Map<UUID, TapeCopy> copied =
        parts
            .transactions()
            .read(sql -> copies.find(sql, rows.stream().map(RecallRow::file).toList()));
    for (RecallRow row : rows) {
      try {
        RecallRow known = row.location().isPresent() ? row : withCopy(row, copied);
        if (known.isLocated()) {
          found.add(known);
        } else {
          questions.put(question(known), known);
        }
      } catch (StorageException e) {
        if (!StorageRefusal.isToldElsewhere(e)) {
          LOG.warn("file {} cannot be checked", row.file(), e);
        }
        later.add(row.file());
      }
    }
    note(found, later);
    return new Questions(questions);
  }

  /** Asks the tape system of a library; asks no filesystem. */
  void ask(String library, Questions questions) {
    List<RecallRow> found = new ArrayList<>();
    List<UUID> later = new ArrayList<>();
    Optional<Map<TapeFile, TapeDriver.Found>> answers = answers(library, questions.rows());
    questions
        .rows()
        .forEach(
            (file, row) -> {
              Optional<TapeLocation> location =
                  answers
                      .flatMap(all -> Optional.ofNullable(all.get(file)))
                      .map(TapeDriver.Found::location)
                      .or(row::location);
              if (location.isEmpty() && answers.isEmpty()) {
                later.add(row.file());
              } else {
                // Not known to the system at all: reading it will say so for certain.
                TapeLocation best = location.orElse(TapeLocation.named(row.file().toString()));
                found.add(row.at(best, row.size(), row.adler32()));
              }
            });
    note(found, later);
  }

  /** Those that were found can be claimed; the others are looked up again later. */
  private void note(List<RecallRow> found, List<UUID> later) {
    if (found.isEmpty() && later.isEmpty()) {
      return;
    }
    Instant due = parts.tokens().now().plus(NO_ANSWER);
    parts
        .transactions()
        .run(
            sql -> {
              found.forEach(row -> table.locate(sql, row));
              table.park(sql, later, due, "it is not known now where on tape it is");
              return found;
            });
  }

  /** Empty where the system does not answer: it may well know them. */
  private Optional<Map<TapeFile, TapeDriver.Found>> answers(
      String library, Map<TapeFile, RecallRow> questions) {
    try {
      return Optional.of(
          parts.tape().libraries().driver(library).query(List.copyOf(questions.keySet())));
    } catch (StorageException e) {
      LOG.warn("library {} does not say where files are: {}", library, e.getMessage(), e);
      return Optional.empty();
    }
  }

  private static RecallRow at(RecallRow row, TapeCopy copy) {
    return row.at(copy.location(), copy.size(), copy.adler32());
  }

  private static TapeFile question(RecallRow row) {
    return new TapeFile(
        row.file(), row.area() + ":" + row.path(), "", row.size(), row.adler32(), row.location());
  }

  /** As the books say; else as Bora has noted on the file, which may be gone by now. */
  private RecallRow withCopy(RecallRow row, Map<UUID, TapeCopy> known) throws StorageException {
    if (known.containsKey(row.file())) {
      return at(row, known.get(row.file()));
    }
    Optional<StorageArea> area = parts.storage().locator().area(row.area());
    try {
      if (area.isPresent()) {
        Optional<TapeCopy> copy = area.get().tree().facts(row.path()).certain().residency().tape();
        return copy.map(noted -> at(row, noted)).orElse(row);
      }
    } catch (StorageException e) {
      if (e.reason() != Reason.MISSING && e.reason() != Reason.NOT_A_DIRECTORY) {
        throw e;
      }
      LOG.debug("file {} is not where it was", row.file(), e);
    }
    return row;
  }
}
