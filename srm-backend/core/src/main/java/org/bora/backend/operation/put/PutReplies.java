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
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.FileLife;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.PutProgress;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.RequestHead;

/** Makes the replies about puts. */
final class PutReplies {
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
  static PutReply of(
      RequestHead head, List<? extends PutRow> all, List<PutFileStatus> told, Instant now) {
    return new PutReply(
        status(all),
        Optional.of(head.token().toString()),
        told,
        OptionalInt.of(Lifetimes.secondsLeft(now, head.deadline())));
  }

  /** Of the whole: it is final with the first reply, unless all is aborted. */
  static ReturnStatus status(List<? extends PutRow> all) {
    return PutProgress.status(
        all.stream().map(PutRow::outcome).toList(),
        all.stream().filter(AcceptedPut.class::isInstance).map(PutRow::state).toList());
  }

  static PutFileStatus file(PutRow row, Instant now) {
    ReturnStatus status = row.status(now);
    boolean open = status.code() == SrmStatus.SPACE_AVAILABLE;
    boolean good = open || status.code() == SrmStatus.SUCCESS;
    Optional<PutRow.Writing> writing =
        row instanceof AcceptedPut put && open ? Optional.of(put.writing()) : Optional.empty();
    return new PutFileStatus(
        row.surl(),
        status,
        row.size(),
        OptionalInt.empty(),
        writing
            .map(to -> OptionalInt.of(Lifetimes.secondsLeft(now, to.pinUntil())))
            .orElse(OptionalInt.empty()),
        good ? life(row) : OptionalInt.empty(),
        writing.map(PutRow.Writing::turl));
  }

  /**
   * As granted, from srmPutDone on. What is left of it later srmLs tells: only of a file for ever
   * is it known here.
   */
  private static OptionalInt life(PutRow row) {
    int granted =
        row instanceof AcceptedPut put ? put.writing().terms().life().seconds() : FileLife.FOR_EVER;
    return row.state() == PutState.STORED && granted != FileLife.FOR_EVER
        ? OptionalInt.empty()
        : OptionalInt.of(granted);
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
