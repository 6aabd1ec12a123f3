package org.bora.backend.operation.copy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.copy.CopyReply;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.FileLife;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.RequestToken;

/** Makes the replies about copies. Thread safe; blocks. */
final class CopyReplies {
  private final Transactions transactions;
  private final CopyTable copies = new CopyTable();

  CopyReplies(Transactions transactions) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
  }

  /**
   * The reply that tells some files of a request.
   *
   * @param told of its files
   */
  CopyReply of(CopyFiles request, List<CopyRow> told, Instant now) {
    List<RequestToken> puts =
        told.stream()
            .filter(row -> row.state() == CopyState.DONE)
            .flatMap(row -> row.put().stream())
            .toList();
    Map<RequestToken, Optional<Instant>> ends =
        puts.isEmpty() ? Map.of() : transactions.read(sql -> copies.ends(sql, puts));
    boolean suspended = request.head().suspended();
    return new CopyReply(
        request.status(),
        Optional.of(request.head().token().toString()),
        told.stream().map(row -> row.told(suspended, now, life(row, ends, now))).toList(),
        OptionalInt.of(Lifetimes.secondsLeft(now, request.head().deadline())));
  }

  /** What is left of the life of a copy that is here; another service is not asked. */
  private static OptionalInt life(
      CopyRow row, Map<RequestToken, Optional<Instant>> ends, Instant now) {
    return row.put()
        .map(ends::get)
        .map(end -> end.map(then -> Lifetimes.secondsLeft(now, then)).orElse(FileLife.FOR_EVER))
        .map(OptionalInt::of)
        .orElse(OptionalInt.empty());
  }
}
