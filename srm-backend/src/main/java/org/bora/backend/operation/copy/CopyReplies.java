package org.bora.backend.operation.copy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.copy.CopyReply;
import org.bora.backend.request.Lifetimes;

/** How a copy is told to its client. */
final class CopyReplies {

  private CopyReplies() {}

  /**
   * The reply that tells some files of a request.
   *
   * @param told of its files
   */
  static CopyReply of(CopyFiles request, List<CopyRow> told, Instant now) {
    return new CopyReply(
        request.status(),
        Optional.of(request.head().token().toString()),
        told.stream().map(row -> row.told(request.head().suspended(), now)).toList(),
        OptionalInt.of(Lifetimes.secondsLeft(now, request.head().deadline())));
  }
}
