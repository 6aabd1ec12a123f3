package org.bora.backend.operation.put;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.PutProgress;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.RequestHead;

/** How a put is told to its client. */
final class PutReplies {
  /** Files are permanent: their lifetime is for ever (GFD.129 section 1.20). */
  private static final OptionalInt FOR_EVER = OptionalInt.of(-1);

  private PutReplies() {}

  /** The reply to a request that is refused as a whole, and so has no token. */
  static PutReply refused(ReturnStatus status) {
    return new PutReply(status, Optional.empty(), List.of(), OptionalInt.empty());
  }

  /**
   * The reply that tells some files of a request.
   *
   * @param all every file of the request: its status is theirs
   */
  static PutReply of(RequestHead head, List<PutRow> all, List<PutFileStatus> told, Instant now) {
    return new PutReply(
        status(all),
        Optional.of(head.token().toString()),
        told,
        OptionalInt.of(Lifetimes.secondsLeft(now, head.deadline())));
  }

  /** Of the whole: it is final with the first reply. */
  static ReturnStatus status(List<PutRow> all) {
    return PutProgress.status(all.stream().map(PutRow::outcome).toList());
  }

  static PutFileStatus file(PutRow row, Instant now) {
    ReturnStatus status = row.status(now);
    boolean open = status.code() == SrmStatus.SPACE_AVAILABLE;
    boolean good = open || status.code() == SrmStatus.SUCCESS;
    Optional<PutRow.Writing> writing = row.writing().filter(any -> open);
    return new PutFileStatus(
        row.surl(),
        status,
        row.size(),
        OptionalInt.empty(),
        writing
            .map(to -> OptionalInt.of(Lifetimes.secondsLeft(now, to.pinUntil())))
            .orElse(OptionalInt.empty()),
        good ? FOR_EVER : OptionalInt.empty(),
        writing.map(PutRow.Writing::turl));
  }

  /** A SURL that the request does not have. */
  static PutFileStatus stranger(Surl surl) {
    return new PutFileStatus(
        surl,
        ReturnStatus.of(SrmStatus.INVALID_PATH, "the request has no such file"),
        OptionalLong.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }
}
