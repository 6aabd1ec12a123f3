package org.bora.backend.operation.put;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Rows;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.rename.Unsettled;
import org.bora.backend.request.NamesMoving;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.space.EndedPut;
import org.bora.backend.space.Promise;
import org.bora.backend.space.Shortage;
import org.bora.backend.space.SpaceBooks;
import org.bora.storage.spi.StorageException;

/**
 * The short half of srmPutDone, one transaction: lock the rows, rename the files into place, store
 * the states, settle with the space, commit. A crash between rename and commit leaves an active put
 * whose file is in its place; whoever meets it next (a repeated srmPutDone, another put of the
 * name, the sweep) recognises the file by its identifier and finishes. So does the next attempt
 * where the database rolls one back.
 */
final class Publication {
  private final Transactions transactions;
  private final PutTable puts = new PutTable();
  private final Locator locator;
  private final Placement placement;
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
    this.placement = new Placement(locator);
    this.books = books;
    this.copyPins = copyPins;
    this.moves = moves;
  }

  /**
   * Publishes sealed uploads. One that is larger than what its space has left stays an upload: its
   * owner may abort it, or make room and repeat srmPutDone.
   *
   * @param stored the rows as they are to be; this call has found each of them being written
   * @param caller who puts them
   * @param now when the files are stored
   * @return what became of each, by the identifier of its upload
   */
  Map<UUID, ReturnStatus> publish(List<PutRow> stored, String caller, Instant now) {
    Map<UUID, ReturnStatus> results = new HashMap<>();
    for (List<PutRow> part : Rows.parts(stored)) {
      Attempts attempts = new Attempts();
      List<PutRow> open = part;
      while (!open.isEmpty()) {
        List<PutRow> fitting = open;
        try {
          Round last =
              transactions.talk(
                  dialogue -> publish(dialogue, fitting, new Round(caller), attempts, now));
          results.putAll(last.results);
          // After the commit: a death in between leaves an orphan, not a put without its upload.
          part.stream().filter(row -> last.same.contains(id(row))).forEach(placement::discard);
          open = List.of();
        } catch (Shortage shortage) {
          open = withoutTooLarge(open, shortage, attempts, results);
        } catch (NamesMoving met) {
          moves.settle(met); // and again: this attempt has published nothing
        }
      }
    }
    return results;
  }

  private static UUID id(PutRow row) {
    return row.upload().id();
  }

  /**
   * The first that fit stay, the others get their answer: at least one, so this comes to an end.
   * What is in its place already cannot be refused.
   */
  private List<PutRow> withoutTooLarge(
      List<PutRow> rows, Shortage shortage, Attempts attempts, Map<UUID, ReturnStatus> results) {
    long left = shortage.free();
    List<PutRow> fitting = new ArrayList<>();
    for (PutRow row : rows) {
      long bytes =
          more(row)
              .filter(extra -> extra.space().equals(shortage.space()))
              .filter(extra -> !attempts.isPlaced(id(row)))
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

  private Round publish(
      Dialogue dialogue, List<PutRow> part, Round round, Attempts attempts, Instant now) {
    Map<UUID, PutRow> locked = puts.lockToPublish(dialogue.ask(), part);
    List<PutRow> open = new ArrayList<>();
    for (PutRow row : part) {
      PutRow current = locked.get(id(row));
      if (current != null && current.state() == PutState.SPACE_AVAILABLE) {
        open.add(row);
      } else {
        round.results.put(id(row), late(current));
        if (attempts.wasSame(id(row)) && current != null && current.state() == PutState.STORED) {
          round.same.add(id(row)); // committed by an earlier attempt, unheard
        }
      }
    }
    for (PutRow row : withSpace(dialogue, open, round, attempts)) { // before anything appears
      placement.place(row, locked.get(id(row)), round, attempts).ifPresent(round.ended::add);
    }
    enter(dialogue, round, now);
    return round;
  }

  /**
   * Takes what the files have become too large by. A file that is in its place already takes it
   * whether it is there or not: its old content is gone, and the books tell what is on disk.
   *
   * @return the files that may be published
   */
  private List<PutRow> withSpace(
      Dialogue dialogue, List<PutRow> open, Round round, Attempts attempts) {
    List<PutRow> ready = new ArrayList<>();
    List<Promise> wanted = new ArrayList<>();
    List<Promise> used = new ArrayList<>();
    for (PutRow row : open) {
      Optional<Promise> more = more(row);
      try {
        if (more.isPresent()) {
          (placement.isPlaced(row, attempts) ? used : wanted).add(more.get());
          round.more.put(id(row), more.get());
        }
        ready.add(row);
      } catch (StorageException e) {
        round.results.put(id(row), StorageRefusal.of(e));
      }
    }
    books.take(dialogue.ask(), wanted);
    books.takeUsed(dialogue.ask(), used);
    return ready;
  }

  private void enter(Dialogue dialogue, Round round, Instant now) {
    puts.update(dialogue, round.ended);
    List<PutRow> stored =
        round.ended.stream()
            .filter(row -> row.state() == PutState.STORED && !round.same.contains(id(row)))
            .toList();
    round.results.putAll(copyPins.tooMuch(dialogue, round.caller, stored, now));
    List<EndedPut> settled = new ArrayList<>();
    for (PutRow row : round.ended) {
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

  private static ReturnStatus late(PutRow current) {
    return current == null
        ? ReturnStatus.of(SrmStatus.FAILURE, "the request is no longer kept")
        : PutDone.told(current, true);
  }
}
