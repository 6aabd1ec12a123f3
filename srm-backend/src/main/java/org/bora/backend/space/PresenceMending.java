package org.bora.backend.space;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.stage.ledger.TapeLedger;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Makes the books say what Bora has noted on the files of disk and tape. A death between a file's
 * step and the commit that tells of it leaves them apart: the file is right, where it is sealed.
 * Thread safe.
 */
public final class PresenceMending {
  private static final Logger LOG = LoggerFactory.getLogger(PresenceMending.class);

  private final Transactions transactions;
  private final SpaceBooks books;
  private final FilesAtWork engines;
  private final TapeLedger tapes;
  private final StoredFileTable files = new StoredFileTable();

  /**
   * @param engines whose files are left alone: their bytes are on their way
   */
  public PresenceMending(
      Transactions transactions, Locator locator, SpaceBooks books, FilesAtWork engines) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.books = Objects.requireNonNull(books, "books");
    this.engines = Objects.requireNonNull(engines, "engines");
    this.tapes = new TapeLedger(locator);
  }

  /** Whether the books say something else than the file; looks at neither. */
  public static boolean differs(StoredFile file, Residency facts) {
    return file.presence().onDisk() != facts.onDisk() || file.presence().onTape() != facts.onTape();
  }

  /** Looks again, with the rows of these files locked. Returns how many were put right. */
  public int mend(StorageArea area, List<UUID> suspects) {
    return suspects.isEmpty() ? 0 : transactions.run(sql -> mend(sql, area, suspects));
  }

  private int mend(JdbcClient sql, StorageArea area, List<UUID> suspects) {
    List<StoredFile> rows = files.lock(sql, suspects);
    Set<UUID> atWork = engines.among(sql, suspects);
    List<UUID> away = new ArrayList<>();
    List<UUID> here = new ArrayList<>();
    List<UUID> notOnTape = new ArrayList<>();
    Map<UUID, TapeCopy> onTape = new HashMap<>();
    int mended = 0;
    for (StoredFile file : rows) {
      Optional<Residency> facts = atWork.contains(file.id()) ? Optional.empty() : look(area, file);
      if (facts.filter(now -> differs(file, now)).isEmpty()) {
        continue;
      }
      mended++;
      Residency now = facts.get();
      LOG.info("area {}: '{}' is not where the books had it: {}", area.name(), file.path(), now);
      (now.onDisk() ? here : away).add(file.id());
      now.tape()
          .ifPresentOrElse(copy -> onTape.put(file.id(), copy), () -> notOnTape.add(file.id()));
    }
    books.onTape(sql, notOnTape, false);
    books.onTape(sql, onTape.keySet(), true);
    tapes.copied(sql, onTape);
    books.released(sql, away);
    books.found(sql, here);
    return mended;
  }

  private static Optional<Residency> look(StorageArea area, StoredFile file) {
    try {
      EntryFacts facts = area.tree().facts(file.path());
      if (!facts.id().equals(Optional.of(file.id()))) {
        return Optional.empty();
      }
      // unless Bora wrote it, it is a wish of the owner: a copy on tape would be another file's
      Residency certain = facts.certain().residency();
      if (differs(file, facts.residency()) && !certain.equals(facts.residency())) {
        LOG.warn(
            "area {}: what '{}' says of its copy on tape is not sealed with a key of this site, and"
                + " is not believed; account {} owns the file",
            area.name(),
            file.path(),
            Integer.toUnsignedString(facts.uid()));
      }
      return Optional.of(differs(file, facts.residency()) ? certain : facts.residency());
    } catch (StorageException e) {
      LOG.debug("area {}: '{}' cannot be looked at", area.name(), file.path(), e);
      return Optional.empty();
    }
  }
}
