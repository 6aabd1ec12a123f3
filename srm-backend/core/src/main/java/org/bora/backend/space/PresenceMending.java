package org.bora.backend.space;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.backend.database.Transactions;
import org.bora.backend.ledger.TapeLedger;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Corrects the presence on disk and tape in the books to the attributes of the files. They differ
 * after a crash between a step on a file and its commit; a sealed file is right. Thread safe.
 */
public final class PresenceMending {
  private static final Logger LOG = LoggerFactory.getLogger(PresenceMending.class);

  /** Each but the last was overtaken by a release or a recall of the same file. */
  private static final int ROUNDS = 3;

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

  /**
   * Looks at these files again, and writes what they say where their rows are still as they were
   * before the look. No row is locked while a filesystem is asked: it may hang. What an engine did
   * between look and lock is seen by another look after the commit. Returns how many were put
   * right.
   */
  public int mend(StorageArea area, List<UUID> suspects) {
    Set<UUID> mended = new HashSet<>();
    List<UUID> left = suspects;
    for (int round = 0; round < ROUNDS && !left.isEmpty(); round++) {
      List<UUID> ids = left;
      List<Looked> looked =
          transactions.read(sql -> files.find(sql, ids)).stream()
              .flatMap(file -> look(area, file).stream())
              .toList();
      left = looked.isEmpty() ? List.of() : transactions.run(sql -> mend(sql, area, looked));
      mended.addAll(left);
    }
    return mended.size();
  }

  /** A row that was not locked, and the differing facts of its file at that time. */
  private record Looked(StoredFile row, Residency facts) {}

  /** Returns the files that were put right. */
  private List<UUID> mend(JdbcClient sql, StorageArea area, List<Looked> looked) {
    Map<UUID, Residency> facts = new HashMap<>();
    Map<UUID, StoredFile> before = new HashMap<>();
    for (Looked one : looked) {
      facts.put(one.row().id(), one.facts());
      before.put(one.row().id(), one.row());
    }
    List<StoredFile> rows = files.lock(sql, facts.keySet());
    Set<UUID> atWork = engines.among(sql, facts.keySet());
    List<UUID> away = new ArrayList<>();
    List<UUID> here = new ArrayList<>();
    List<UUID> notOnTape = new ArrayList<>();
    Map<UUID, TapeCopy> onTape = new HashMap<>();
    List<UUID> mended = new ArrayList<>();
    for (StoredFile file : rows) {
      if (atWork.contains(file.id()) || !isSame(file, before.get(file.id()))) {
        continue;
      }
      Residency now = facts.get(file.id());
      mended.add(file.id());
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

  private static boolean isSame(StoredFile now, StoredFile before) {
    return now.area().equals(before.area())
        && now.path().equals(before.path())
        && now.presence().equals(before.presence());
  }

  /** What the file says, where that is not what its row says. */
  private static Optional<Looked> look(StorageArea area, StoredFile file) {
    try {
      EntryFacts facts = area.tree().facts(file.path());
      if (!facts.id().equals(Optional.of(file.id())) || !differs(file, facts.residency())) {
        return Optional.empty();
      }
      // unless Bora wrote it, it is a wish of the owner: a copy on tape would be another file's
      Residency certain = facts.certain().residency();
      if (!certain.equals(facts.residency())) {
        LOG.warn(
            "area {}: what '{}' says of its copy on tape is not sealed with a key of this site, and"
                + " is not believed; account {} owns the file",
            area.name(),
            file.path(),
            Integer.toUnsignedString(facts.uid()));
      }
      return differs(file, certain) ? Optional.of(new Looked(file, certain)) : Optional.empty();
    } catch (StorageException e) {
      LOG.debug("area {}: '{}' cannot be checked", area.name(), file.path(), e);
      return Optional.empty();
    }
  }
}
