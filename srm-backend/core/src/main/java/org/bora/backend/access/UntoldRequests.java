package org.bora.backend.access;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bora.api.BackendFailure;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.Pin;
import org.bora.backend.pin.PinState;
import org.bora.backend.pin.PinTable;
import org.bora.backend.pin.PinnedFiles;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutFiles;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;

/**
 * Aborts puts and gets that are committed but whose reply is not sent, because the caller has left
 * or a later step of the call failed. No client knows their token, so no client could end them:
 * until their time ends, the names of a put would stay busy, and the pins of a get would keep files
 * on disk. Thread safe.
 */
public final class UntoldRequests {
  private final Transactions transactions;
  private final Transactions afterwards;
  private final PutTable puts = new PutTable();
  private final PinTable pins = new PinTable();
  private final PutEnding ending;
  private final TokenSource tokens;

  public UntoldRequests(
      Transactions transactions, Locator locator, SpaceBooks books, TokenSource tokens) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
    this.afterwards = transactions.toTheEnd();
    this.ending = new PutEnding(afterwards, puts, locator, books);
    this.tokens = Objects.requireNonNull(tokens, "tokens");
  }

  /**
   * Checks that a reply will be heard.
   *
   * @throws BackendFailure (timed out) where the caller of this thread's call has left
   */
  void requireCaller() {
    if (transactions.isForNobody()) {
      throw new BackendFailure(
          BackendFailure.Kind.TIMED_OUT, "the caller left before its reply", null);
    }
  }

  /** Aborts the active files of a put, even if its caller has left. May be repeated. */
  void abortPut(RequestToken token) {
    List<PutRow> all =
        afterwards
            .read(sql -> puts.find(sql, token, Set.of()))
            .map(PutFiles::files)
            .orElse(List.of());
    ending.end(PutRow.open(all), PutState.Event.ABORT, tokens.now());
  }

  /** The same of a get; files that wait for tape are not waited for any more. */
  void abortGet(RequestToken token) {
    Instant now = tokens.now();
    List<Pin> open =
        afterwards
            .read(sql -> pins.find(sql, token))
            .map(PinnedFiles::files)
            .orElse(List.of())
            .stream()
            .filter(pin -> !pin.stateAt(now).isTerminal())
            .toList();
    if (!open.isEmpty()) {
      afterwards.run(
          sql -> {
            pins.move(sql, open, PinState.Event.ABORT, now);
            return open;
          });
    }
  }
}
