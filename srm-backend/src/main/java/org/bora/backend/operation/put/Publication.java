package org.bora.backend.operation.put;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Rows;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.pin.PinTable;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The short half of srmPutDone, one transaction: lock the rows, rename the files into place, store
 * the states, commit. A crash between rename and commit leaves an active put whose file is in its
 * place; whoever meets it next (a repeated srmPutDone, another put of the name, the sweep)
 * recognises the file by its identifier and finishes.
 */
final class Publication {
  private static final Logger LOG = LoggerFactory.getLogger(Publication.class);

  private final Transactions transactions;
  private final PutTable puts = new PutTable();
  private final PinTable pins = new PinTable();
  private final Locator locator;

  Publication(Transactions transactions, Locator locator) {
    this.transactions = transactions;
    this.locator = locator;
  }

  /**
   * Publishes sealed uploads.
   *
   * @param stored the rows as they are to be
   * @return what became of each, by the identifier of its upload
   */
  Map<UUID, ReturnStatus> publish(List<PutRow> stored) {
    Map<UUID, ReturnStatus> results = new HashMap<>();
    for (List<PutRow> part : Rows.parts(stored)) {
      // Lives longer than an attempt: what a lost commit published is recognised as our own.
      Ours ours = new Ours(new HashSet<>(), new HashSet<>());
      results.putAll(transactions.run(sql -> publish(sql, part, ours)));
      // After the commit: a death in between leaves an orphan, not a put without its upload.
      part.stream().filter(row -> ours.unneeded().contains(id(row))).forEach(this::discard);
    }
    return results;
  }

  /**
   * What the attempts of one transaction ended.
   *
   * @param stored uploads whose file is in its place, or the same as the one that is
   * @param unneeded those of them that were the same
   */
  private record Ours(Set<UUID> stored, Set<UUID> unneeded) {}

  private static UUID id(PutRow row) {
    return row.upload().id();
  }

  private Map<UUID, ReturnStatus> publish(JdbcClient sql, List<PutRow> part, Ours ours) {
    Map<UUID, PutRow> locked = puts.lock(sql, part);
    Map<UUID, ReturnStatus> results = new HashMap<>();
    List<PutRow> changed = new ArrayList<>();
    Set<NameKey> replaced = new HashSet<>();
    for (PutRow row : part) {
      UUID id = id(row);
      PutRow current = locked.get(id);
      if (current == null || current.state() != PutState.SPACE_AVAILABLE) {
        results.put(id, late(current, ours.stored().contains(id)));
        continue;
      }
      PutRow moved = publish(row, current, replaced, ours, results);
      if (moved.state() == PutState.STORED) {
        ours.stored().add(id);
      }
      changed.add(moved);
    }
    puts.update(sql, changed.stream().filter(row -> row.state().isTerminal()).toList());
    pins.abortOn(sql, replaced);
    return results;
  }

  private static ReturnStatus late(PutRow current, boolean ours) {
    if (current == null) {
      return ReturnStatus.of(SrmStatus.FAILURE, "the request is no longer kept");
    }
    return current.state() == PutState.STORED && ours
        ? ReturnStatus.success()
        : PutDone.refusal(current);
  }

  /** The row as it is to be stored; unchanged where the storage failed and may recover. */
  private PutRow publish(
      PutRow stored,
      PutRow current,
      Set<NameKey> replaced,
      Ours ours,
      Map<UUID, ReturnStatus> results) {
    OverwriteMode overwrite = current.writing().orElseThrow().overwrite();
    AreaTree tree = tree(current);
    try {
      if (overwrite == OverwriteMode.WHEN_FILES_ARE_DIFFERENT && Sameness.holds(tree, current)) {
        ours.unneeded().add(id(current));
        results.put(id(current), ReturnStatus.success());
        return stored.moved(PutState.STORED, Sameness.EXPLANATION, stored.size());
      }
      boolean replace = overwrite != OverwriteMode.NEVER;
      boolean over = replace && exists(tree, current);
      tree.publishUpload(current.upload(), replace);
      if (over) {
        replaced.add(current.key());
      }
      results.put(id(current), ReturnStatus.success());
      return stored;
    } catch (StorageException e) {
      ReturnStatus why = StorageRefusal.of(e);
      results.put(id(current), why);
      // Somebody else's file or directory has the name now: this put can never succeed.
      return e.reason() == Reason.EXISTS || e.reason() == Reason.IS_A_DIRECTORY
          ? failed(tree, current, why)
          : current;
    }
  }

  private AreaTree tree(PutRow row) {
    return locator.area(row.target().orElseThrow().area()).orElseThrow().tree();
  }

  private void discard(PutRow row) {
    try {
      tree(row).discardUpload(row.upload());
    } catch (StorageException e) {
      LOG.warn("the upload {} stays for the sweep: {}", id(row), e.getMessage(), e);
    }
  }

  private static boolean exists(AreaTree tree, PutRow row) throws StorageException {
    try {
      tree.facts(row.upload().target());
      return true;
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING) {
        return false;
      }
      throw e;
    }
  }

  private static PutRow failed(AreaTree tree, PutRow row, ReturnStatus why) {
    try {
      tree.discardUpload(row.upload());
      return row.failed(why);
    } catch (StorageException e) {
      StorageRefusal.of(e);
      return row;
    }
  }
}
