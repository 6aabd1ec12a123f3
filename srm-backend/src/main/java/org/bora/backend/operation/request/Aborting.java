package org.bora.backend.operation.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Rows;
import org.bora.backend.database.Transactions;
import org.bora.backend.pin.Pin;
import org.bora.backend.pin.PinLookup;
import org.bora.backend.pin.PinState;
import org.bora.backend.pin.PinTable;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.Ownership;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutFiles;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;

/**
 * Aborts files of a request of any kind. Aborting again, or aborting what was refused, succeeds and
 * changes nothing; a file that is in its place is not aborted but removed with srmRm (GFD.129
 * section 5.11.2).
 */
final class Aborting {
  private final Transactions transactions;
  private final PutTable puts = new PutTable();
  private final PinTable pins = new PinTable();
  private final PinLookup pinLookup;
  private final PutEnding ending;
  private final TokenSource tokens;

  Aborting(Transactions transactions, PutEnding ending, TokenSource tokens) {
    this.transactions = transactions;
    this.pinLookup = new PinLookup(transactions);
    this.ending = ending;
    this.tokens = tokens;
  }

  /** The files, or why the caller does not get them. */
  sealed interface Found {
    record Yes(AbortableFiles files) implements Found {}

    record No(ReturnStatus status) implements Found {}
  }

  /**
   * Finds a request of any kind.
   *
   * @param keys the names of interest; empty is all
   */
  Found find(Caller caller, String token, List<NameKey> keys) {
    Optional<PutFiles> request =
        RequestToken.parse(token)
            .flatMap(id -> transactions.read(sql -> puts.find(sql, id, new HashSet<>(keys))));
    if (request.isEmpty()) {
      return new Found.No(Ownership.unknown());
    }
    Optional<ReturnStatus> refusal = Ownership.refusal(request.get().head(), caller);
    if (refusal.isPresent()) {
      return new Found.No(refusal.get());
    }
    if (request.get().head().kind() == RequestKind.PUT) {
      return new Found.Yes(new AbortableFiles(request.get().files(), List.of()));
    }
    return switch (pinLookup.find(caller, token)) {
      case PinLookup.Found.No(ReturnStatus status) -> new Found.No(status);
      case PinLookup.Found.Yes(var found) ->
          new Found.Yes(new AbortableFiles(List.of(), found.files()));
    };
  }

  /** Aborts the files; what became of each, by its position in the request. */
  Map<Integer, ReturnStatus> abort(AbortableFiles files) {
    Map<Integer, ReturnStatus> results = new LinkedHashMap<>();
    Instant now = tokens.now();
    List<PutRow> active = new ArrayList<>();
    for (PutRow row : files.puts()) {
      if (row.state() == PutState.SPACE_AVAILABLE) {
        active.add(row);
      } else {
        results.put(row.position(), result(row));
      }
    }
    for (List<PutRow> part : Rows.parts(active)) {
      ending
          .end(part, PutState.Event.ABORT, now)
          .forEach(row -> results.put(row.position(), result(row)));
    }
    abortPins(files.pins(), now);
    files.pins().forEach(pin -> results.put(pin.position(), ReturnStatus.success()));
    return results;
  }

  private void abortPins(List<Pin> all, Instant now) {
    List<Pin> holding = all.stream().filter(pin -> pin.stateAt(now) == PinState.PINNED).toList();
    if (!holding.isEmpty()) {
      transactions.run(
          sql -> {
            pins.move(sql, holding, PinState.ABORTED);
            return holding;
          });
    }
  }

  private static ReturnStatus result(PutRow row) {
    return switch (row.state()) {
      case STORED ->
          ReturnStatus.of(
              SrmStatus.FAILURE, "the file has been written; it can be removed with srmRm");
      case ABORTED, EXPIRED, FAILED -> ReturnStatus.success();
      case SPACE_AVAILABLE ->
          ReturnStatus.of(SrmStatus.FAILURE, "the storage does not answer for this file");
    };
  }
}
