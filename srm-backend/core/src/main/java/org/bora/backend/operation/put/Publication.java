package org.bora.backend.operation.put;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Rows;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.rename.Unsettled;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.NamesMoving;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestEvent;
import org.bora.backend.request.RequestEventTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.space.EndedPut;
import org.bora.backend.space.SpaceBooks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The short half of srmPutDone, one transaction: lock the rows, rename the files into place, store
 * the states, settle with the space, commit. A crash between rename and commit leaves an active put
 * whose file is in its place; whatever meets it next (a repeated srmPutDone, another put of the
 * name, the sweep) recognises the file by its identifier and finishes. After a rollback, the next
 * attempt does the same.
 */
final class Publication {
  private static final Logger LOG = LoggerFactory.getLogger(Publication.class);

  private static final ReturnStatus UNKNOWN =
      ReturnStatus.of(
          SrmStatus.INTERNAL_ERROR,
          "the service could not store this file, others of the call are stored: repeat srmPutDone"
              + " for it");

  private final Transactions transactions;
  private final PutTable puts = new PutTable();
  private final RequestEventTable events = new RequestEventTable();
  private final Placement placement;
  private final Growth growth;
  private final SpaceBooks books;
  private final CopyPinCheck copyPins;
  private final Unsettled moves;
  private final PutTransfers transfers;

  Publication(
      Transactions transactions,
      Locator locator,
      PutBooks books,
      CopyPinCheck copyPins,
      Unsettled moves) {
    this.transactions = transactions;
    this.placement = new Placement(locator);
    this.growth = new Growth(transactions, locator, books);
    this.books = books.spaces();
    this.copyPins = copyPins;
    this.moves = moves;
    this.transfers = new PutTransfers(transactions);
  }

  /**
   * Publishes sealed uploads. An upload that is larger than the remaining space stays an upload:
   * its owner may abort it, or make room and repeat srmPutDone. Once a file is stored, the call
   * does not fail any more, because clients delete a file after any answer but SRM_SUCCESS.
   *
   * @param stored the future rows; this call has found each of them being written
   * @param first the knowledge before the first attempt
   * @param now when the files are stored
   * @return the result of each, by the identifier of its upload
   */
  Map<UUID, ReturnStatus> publish(List<AcceptedPut> stored, PublicationRound first, Instant now) {
    Map<UUID, ReturnStatus> results = new HashMap<>();
    for (List<AcceptedPut> part : Rows.parts(stored)) {
      try {
        publish(growth.taken(part, results), first, now, results);
      } catch (RuntimeException e) {
        if (results.values().stream().noneMatch(status -> status.code() == SrmStatus.SUCCESS)) {
          throw e;
        }
        LOG.error(
            "srmPutDone stored some files of {}, and failed with {} others",
            part.getFirst().token(),
            part.size(),
            e);
        part.forEach(row -> results.putIfAbsent(id(row), UNKNOWN));
      }
    }
    return results;
  }

  /** Files of one transaction. */
  private void publish(
      List<AcceptedPut> part,
      PublicationRound first,
      Instant now,
      Map<UUID, ReturnStatus> results) {
    Attempts attempts = new Attempts();
    boolean open = !part.isEmpty();
    while (open) {
      try {
        PublicationRound last =
            transactions.talk(dialogue -> publish(dialogue, part, first.again(), attempts, now));
        results.putAll(last.results);
        // After the commit: a death in between leaves an orphan, not a put without its upload.
        part.stream().filter(row -> last.same.contains(id(row))).forEach(placement::discard);
        open = false;
      } catch (NamesMoving met) {
        moves.settle(met); // and again: this attempt has published nothing
      }
    }
  }

  /** What HTTPS TURLs have brought. */
  PutTransfers transfers() {
    return transfers;
  }

  private static UUID id(AcceptedPut row) {
    return row.id();
  }

  private PublicationRound publish(
      Dialogue dialogue,
      List<AcceptedPut> part,
      PublicationRound round,
      Attempts attempts,
      Instant now) {
    Map<UUID, AcceptedPut> locked = puts.lockToPublish(dialogue.ask(), part);
    List<AcceptedPut> open = new ArrayList<>();
    for (AcceptedPut row : part) {
      AcceptedPut current = locked.get(id(row));
      if (current != null && current.isOpen()) {
        open.add(row);
      } else {
        round.results.put(id(row), late(current));
        if (attempts.wasSame(id(row)) && current != null && current.state() == PutState.STORED) {
          round.same.add(id(row)); // committed by an earlier attempt, unheard
        }
      }
    }
    Map<UUID, ReturnStatus> refusals = transfers.refusals(dialogue.ask(), open, round.seen);
    round.results.putAll(refusals);
    open.removeIf(row -> refusals.containsKey(id(row)));
    for (AcceptedPut row : open) {
      AcceptedPut current = locked.get(id(row));
      AcceptedPut ended = current.moved(PutState.STORED, row.explanation(), row.size());
      placement.place(ended, current, round, attempts).ifPresent(round.ended::add);
    }
    enter(dialogue, round, now);
    return round;
  }

  private void enter(Dialogue dialogue, PublicationRound round, Instant now) {
    puts.update(dialogue, round.ended, now);
    List<AcceptedPut> stored =
        round.ended.stream()
            .filter(row -> row.state() == PutState.STORED && !round.same.contains(id(row)))
            .toList();
    round.results.putAll(copyPins.tooMuch(dialogue, round.owner, stored, now));
    List<EndedPut> settled = new ArrayList<>();
    for (AcceptedPut row : round.ended) {
      UUID id = id(row);
      row.ended()
          .map(end -> round.same.contains(id) ? end.withoutFile() : end)
          .ifPresent(end -> settled.add(end.over(round.over.contains(id))));
    }
    books.settle(dialogue, settled, now);
    round.other.ifPresent(by -> tell(dialogue, round.ended, by, now));
  }

  /** The time line names the caller where another than the owner has the files stored. */
  private void tell(Dialogue dialogue, List<AcceptedPut> ended, ChangedBy by, Instant now) {
    Map<RequestToken, Integer> files = new HashMap<>();
    ended.stream()
        .filter(row -> row.state() == PutState.STORED)
        .forEach(row -> files.merge(row.token(), 1, Integer::sum));
    events.add(dialogue, files, RequestEvent.Kind.STORED, by, now);
  }

  private static ReturnStatus late(AcceptedPut current) {
    return current == null
        ? ReturnStatus.of(SrmStatus.FAILURE, "the request is no longer kept")
        : PutDone.told(current, true);
  }
}
