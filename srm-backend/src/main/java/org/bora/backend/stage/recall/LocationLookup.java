package org.bora.backend.stage.recall;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.backend.locate.StorageArea;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks tape systems where files are of which neither row nor file says it, before these are put in
 * order. One question for many; what the system does not say either is read in any order.
 */
final class LocationLookup {
  private static final Logger LOG = LoggerFactory.getLogger(LocationLookup.class);
  private static final int MANY = 500;

  private final RecallParts parts;
  private final RecallTable table = new RecallTable();
  private final RecallLineTable line = new RecallLineTable();

  LocationLookup(RecallParts parts) {
    this.parts = parts;
  }

  /** Looks up what is not known of a library. Returns how many files it was. */
  int look(String library) {
    int all = 0;
    while (true) {
      Instant now = parts.tokens().now();
      List<RecallRow> rows =
          parts.transactions().read(sql -> line.unlocated(sql, library, now, MANY));
      if (!rows.isEmpty()) {
        locate(library, rows);
      }
      all += rows.size();
      if (rows.size() < MANY) {
        return all;
      }
    }
  }

  private void locate(String library, List<RecallRow> rows) {
    Map<TapeFile, RecallRow> questions = new HashMap<>();
    List<RecallRow> found = new ArrayList<>();
    for (RecallRow row : rows) {
      RecallRow known = row.location().isPresent() ? row : withCopy(row);
      if (known.isLocated()) {
        found.add(known);
      } else {
        questions.put(question(known), known);
      }
    }
    Map<TapeFile, TapeDriver.Found> answers = ask(library, questions);
    questions.forEach(
        (file, row) -> {
          Optional<TapeLocation> location =
              Optional.ofNullable(answers.get(file))
                  .map(TapeDriver.Found::location)
                  .or(row::location);
          // Not known to the system at all: reading it will say so for certain.
          TapeLocation best = location.orElse(TapeLocation.named(row.file().toString()));
          found.add(row.at(best, row.size(), row.adler32()));
        });
    parts
        .transactions()
        .run(
            sql -> {
              found.forEach(row -> table.locate(sql, row));
              return found;
            });
  }

  private Map<TapeFile, TapeDriver.Found> ask(String library, Map<TapeFile, RecallRow> questions) {
    if (questions.isEmpty()) {
      return Map.of();
    }
    try {
      return parts.tape().libraries().driver(library).query(List.copyOf(questions.keySet()));
    } catch (StorageException e) {
      LOG.warn("library {} does not say where files are: {}", library, e.getMessage(), e);
      return Map.of();
    }
  }

  private static TapeFile question(RecallRow row) {
    return new TapeFile(
        row.file(), row.area() + ":" + row.path(), "", row.size(), row.adler32(), row.location());
  }

  /** The file itself carries it. */
  private RecallRow withCopy(RecallRow row) {
    Optional<StorageArea> area = parts.storage().locator().area(row.area());
    try {
      if (area.isPresent()) {
        Optional<TapeCopy> copy = area.get().tree().facts(row.path()).residency().tape();
        return copy.map(known -> row.at(known.location(), known.size(), known.adler32()))
            .orElse(row);
      }
    } catch (StorageException e) {
      LOG.debug("file {} cannot be looked at", row.file(), e);
    }
    return row;
  }
}
