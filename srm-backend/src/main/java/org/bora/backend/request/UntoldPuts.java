package org.bora.backend.request;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bora.api.BackendFailure;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.space.SpaceBooks;

/**
 * Puts that are committed and whose token no client learns, because the reply of their
 * srmPrepareToPut does not leave: its caller has left, or a later step of the call fails. No client
 * could end such a put, and its names would stay busy until its time is over. Thread safe.
 */
public final class UntoldPuts {
  private final Transactions transactions;
  private final Transactions afterwards;
  private final PutTable puts = new PutTable();
  private final PutEnding ending;
  private final TokenSource tokens;

  public UntoldPuts(
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
  public void requireCaller() {
    if (transactions.isForNobody()) {
      throw new BackendFailure(
          BackendFailure.Kind.TIMED_OUT, "the caller left before its reply", null);
    }
  }

  /** Aborts what is active of a put, also for a caller who has left. May be repeated. */
  public void abort(RequestToken token) {
    List<PutRow> all =
        afterwards
            .read(sql -> puts.find(sql, token, Set.of()))
            .map(PutFiles::files)
            .orElse(List.of());
    ending.end(PutRow.open(all), PutState.Event.ABORT, tokens.now());
  }
}
