package org.bora.backend.operation.put;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Rows;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.pin.PinTable;
import org.bora.backend.pin.StagedPinTable;
import org.bora.backend.rename.Unsettled;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.NamesMoving;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.space.EndedPut;
import org.bora.backend.space.Promise;
import org.bora.backend.space.Shortage;
import org.bora.backend.space.SpaceBooks;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The short half of srmPutDone, one transaction: lock the rows, rename the files into place, store
 * the states, settle with the space, commit. A crash between rename and commit leaves an active put
 * whose file is in its place; whoever meets it next (a repeated srmPutDone, another put of the
 * name, the sweep) recognises the file by its identifier and finishes.
 */
final class Publication {
  private static final Logger LOG = LoggerFactory.getLogger(Publication.class);

  private final Transactions transactions;
  private final PutTable puts = new PutTable();
  private final PinTable pins = new PinTable();
  private final StagedPinTable stagedPins = new StagedPinTable();
  private final Locator locator;
  private final SpaceBooks books;
  private final CopyPinCheck copyPins;
  private final Unsettled moves;

  Publication(
      Transactions transactions,
      Locator locator,
      SpaceBooks books,
      CopyPinCheck copyPins,
      Unsettled moves) {
    this.transactions = transactions;
    this.locator = locator;
    this.books = books;
    this.copyPins = copyPins;
    this.moves = moves;
  }

  /** What one transaction has come to. */
  private static final class Round {
    /** Bytes beyond what was promised, by upload. */
    private final Map<UUID, Promise> more = new HashMap<>();

    private final Map<UUID, ReturnStatus> results = new HashMap<>();
    private final List<PutRow> changed = new ArrayList<>();

    /** The uploads that took the place of a file, and the names of these. */
    private final Set<UUID> over = new HashSet<>();

    private final Set<NameKey> replaced = new HashSet<>();

    /** Those of these names whose old files may have been on tape alone, and waited for. */
    private final Set<NameKey> onTape = new HashSet<>();

    /** The uploads that are the same as the file that is there, which stays. */
    private final Set<UUID> same = new HashSet<>();

    /** Who puts them. */
    private final String caller;

    Round(String caller) {
      this.caller = caller;
    }
  }

  /**
   * Publishes sealed uploads. One that is larger than what its space has left stays an upload: its
   * owner may abort it, or make room and repeat srmPutDone.
   *
   * @param stored the rows as they are to be
   * @param caller who puts them
   * @param now when the files are stored
   * @return what became of each, by the identifier of its upload
   */
  Map<UUID, ReturnStatus> publish(List<PutRow> stored, String caller, Instant now) {
    Map<UUID, ReturnStatus> results = new HashMap<>();
    for (List<PutRow> part : Rows.parts(stored)) {
      // Lives longer than an attempt: what a lost commit published is recognised as our own.
      Ours ours = new Ours(new HashSet<>(), new HashSet<>());
      List<PutRow> open = part;
      while (!open.isEmpty()) {
        List<PutRow> fitting = open;
        try {
          results.putAll(
              transactions.talk(
                  dialogue -> publish(dialogue, fitting, new Round(caller), ours, now)));
          open = List.of();
        } catch (Shortage shortage) {
          open = withoutTooLarge(open, shortage, results);
        } catch (NamesMoving met) {
          moves.settle(met); // and again: nothing was published
        }
      }
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

  /**
   * The first that fit stay, the others get their answer: at least one, so this comes to an end.
   */
  private List<PutRow> withoutTooLarge(
      List<PutRow> rows, Shortage shortage, Map<UUID, ReturnStatus> results) {
    long left = shortage.free();
    List<PutRow> fitting = new ArrayList<>();
    for (PutRow row : rows) {
      long bytes =
          more(row)
              .filter(extra -> extra.space().equals(shortage.space()))
              .map(Promise::bytes)
              .orElse(0L);
      if (bytes == 0 || bytes <= left) {
        left -= bytes;
        fitting.add(row);
      } else {
        StorageArea area = locator.area(row.target().orElseThrow().area()).orElseThrow();
        results.put(id(row), SpaceBooks.full(area, shortage.space(), bytes));
      }
    }
    return fitting;
  }

  /** What a file has become too large by for its promise, where the space is bounded. */
  private Optional<Promise> more(PutRow row) {
    return row.writing()
        .flatMap(to -> to.terms().promise())
        .filter(promise -> books.isBounded(promise.space()))
        .map(promise -> promise.of(Math.max(0, row.size().orElseThrow() - promise.bytes())))
        .filter(extra -> extra.bytes() > 0);
  }

  private Map<UUID, ReturnStatus> publish(
      Dialogue dialogue, List<PutRow> part, Round round, Ours ours, Instant now) {
    Map<UUID, PutRow> locked = puts.lockToPublish(dialogue.ask(), part);
    List<PutRow> open = new ArrayList<>();
    for (PutRow row : part) {
      UUID id = id(row);
      PutRow current = locked.get(id);
      if (current != null && current.state() == PutState.SPACE_AVAILABLE) {
        more(row).ifPresent(extra -> round.more.put(id, extra));
        open.add(row);
      } else {
        round.results.put(id, late(current, ours.stored().contains(id)));
      }
    }
    books.take(dialogue.ask(), round.more.values()); // before anything appears
    for (PutRow row : open) {
      PutRow moved = publish(row, locked.get(id(row)), round, ours);
      if (moved.state() == PutState.STORED) {
        ours.stored().add(id(row));
      }
      round.changed.add(moved);
    }
    enter(dialogue, round, now);
    return round.results;
  }

  private void enter(Dialogue dialogue, Round round, Instant now) {
    List<PutRow> ended = round.changed.stream().filter(row -> row.state().isTerminal()).toList();
    puts.update(dialogue, ended);
    if (!round.replaced.isEmpty()) {
      pins.abortOn(dialogue.ask(), round.replaced, now);
    }
    if (!round.onTape.isEmpty()) {
      stagedPins.pinReplaced(dialogue.ask(), round.onTape, now);
    }
    List<PutRow> stored =
        ended.stream()
            .filter(row -> row.state() == PutState.STORED && !round.same.contains(id(row)))
            .toList();
    round.results.putAll(copyPins.tooMuch(dialogue, round.caller, stored, now));
    List<EndedPut> settled = new ArrayList<>();
    for (PutRow row : ended) {
      UUID id = id(row);
      Promise extra = round.more.remove(id);
      long bytes = extra == null ? 0 : extra.bytes();
      row.ended()
          .map(end -> round.same.contains(id) ? end.withoutFile() : end)
          .ifPresent(end -> settled.add(end.with(bytes, round.over.contains(id))));
    }
    books.settle(dialogue, settled, now);
    books.giveBack(dialogue, round.more.values());
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
  private PutRow publish(PutRow stored, PutRow current, Round round, Ours ours) {
    OverwriteMode overwrite = current.writing().orElseThrow().overwrite();
    AreaTree tree = tree(current);
    try {
      if (overwrite == OverwriteMode.WHEN_FILES_ARE_DIFFERENT && Sameness.holds(tree, current)) {
        ours.unneeded().add(id(current));
        round.same.add(id(current));
        round.results.put(id(current), ReturnStatus.success());
        return stored.moved(PutState.STORED, Sameness.EXPLANATION, stored.size());
      }
      boolean replace = overwrite != OverwriteMode.NEVER;
      boolean over = replace && exists(tree, current);
      tree.publishUpload(current.upload(), replace);
      if (over) {
        round.replaced.add(current.key());
        if (area(current).keeping().storageClass().onTape()) {
          round.onTape.add(current.key());
        }
        round.over.add(id(current));
      }
      round.results.put(id(current), ReturnStatus.success());
      return stored;
    } catch (StorageException e) {
      ReturnStatus why = StorageRefusal.of(e);
      round.results.put(id(current), why);
      // Somebody else's file or directory has the name now: this put can never succeed.
      return e.reason() == Reason.EXISTS || e.reason() == Reason.IS_A_DIRECTORY
          ? failed(tree, current, why)
          : current;
    }
  }

  private StorageArea area(PutRow row) {
    return locator.area(row.target().orElseThrow().area()).orElseThrow();
  }

  private AreaTree tree(PutRow row) {
    return area(row).tree();
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
