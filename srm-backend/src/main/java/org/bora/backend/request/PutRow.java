package org.bora.backend.request;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.space.EndedPut;
import org.bora.backend.space.Promise;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Upload;

/**
 * One file of a put, as it is stored.
 *
 * @param position in the request, from 0
 * @param target where it is to appear; absent where the SURL leads nowhere
 * @param failure the code, for FAILED
 * @param size bytes: expected before, true after srmPutDone
 * @param writing what a file that was accepted has, and a refused one has not
 */
public record PutRow(
    RequestToken token,
    int position,
    Surl surl,
    NameKey key,
    Optional<Target> target,
    PutState state,
    Optional<SrmStatus> failure,
    String explanation,
    OptionalLong size,
    Optional<Writing> writing) {

  /**
   * Explains a file that was found in its place when its put ended in another way than by
   * srmPutDone: the backend that put it there came no further.
   */
  static final String FOUND = "the file was in its place when the put ended";

  /** A place, by the name of its area: the area itself may have left the configuration. */
  public record Target(String area, AreaPath path) {
    public Target {
      Objects.requireNonNull(area, "area");
      Objects.requireNonNull(path, "path");
    }
  }

  /**
   * What an accepted file has.
   *
   * @param uploadId names the hidden file
   * @param overwrite whether it may replace an old file
   * @param since when it was accepted
   * @param pinUntil srmPutDone must come before
   * @param terms how the file is to be kept
   */
  public record Writing(
      UUID uploadId,
      OverwriteMode overwrite,
      Instant since,
      Instant pinUntil,
      String turl,
      Terms terms) {
    public Writing {
      Objects.requireNonNull(uploadId, "uploadId");
      Objects.requireNonNull(overwrite, "overwrite");
      Objects.requireNonNull(since, "since");
      Objects.requireNonNull(pinUntil, "pinUntil");
      Objects.requireNonNull(turl, "turl");
      Objects.requireNonNull(terms, "terms");
    }
  }

  /**
   * How a file is to be kept.
   *
   * @param promise what it holds of a space while it is written; absent in rows of a time without
   *     books
   * @param life from srmPutDone on
   * @param copyPin how long its copy on disk stays from then on, whoever needs room; may be zero
   * @param empty whether the client has announced a size of 0 bytes. Many clients announce that of
   *     every file, so it promises nothing; but an empty file is then no surprise
   */
  public record Terms(Optional<Promise> promise, FileLife life, Duration copyPin, boolean empty) {
    public Terms {
      Objects.requireNonNull(copyPin, "copyPin");
      Objects.requireNonNull(promise, "promise");
      Objects.requireNonNull(life, "life");
    }
  }

  public PutRow {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(explanation, "explanation");
    Objects.requireNonNull(size, "size");
    if (failure.isPresent() != (state == PutState.FAILED)) {
      throw new IllegalArgumentException("a failure code belongs to FAILED, not to " + state);
    }
    if (writing.isEmpty() && state != PutState.FAILED) {
      throw new IllegalArgumentException(state + " without an upload");
    }
    if (writing.isPresent() && target.isEmpty()) {
      throw new IllegalArgumentException("an upload to nowhere");
    }
  }

  /** A file that is refused at once. */
  public static PutRow refused(
      RequestToken token,
      int position,
      Surl surl,
      NameKey key,
      Optional<Target> target,
      ReturnStatus why) {
    return new PutRow(
        token,
        position,
        surl,
        key,
        target,
        PutState.FAILED,
        Optional.of(why.code()),
        why.explanation(),
        OptionalLong.empty(),
        Optional.empty());
  }

  /** Where it comes among all puts. */
  public PutPosition at() {
    return new PutPosition(token, position);
  }

  /** The same file under the SURL, of the same meaning, that a client uses now. */
  public PutRow calledAs(Surl asked) {
    return new PutRow(
        token, position, asked, key, target, state, failure, explanation, size, writing);
  }

  /** The same file in another state. */
  public PutRow moved(PutState next, String why, OptionalLong newSize) {
    return new PutRow(
        token, position, surl, key, target, next, Optional.empty(), why, newSize, writing);
  }

  /** The same file, which holds this much of its space. */
  public PutRow holding(Promise promise) {
    Writing to = writing.orElseThrow();
    Terms terms = to.terms();
    Writing held =
        new Writing(
            to.uploadId(),
            to.overwrite(),
            to.since(),
            to.pinUntil(),
            to.turl(),
            new Terms(Optional.of(promise), terms.life(), terms.copyPin(), terms.empty()));
    return new PutRow(
        token, position, surl, key, target, state, failure, explanation, size, Optional.of(held));
  }

  /** The same file, refused late: it keeps its upload's identifier. */
  public PutRow failed(ReturnStatus why) {
    return new PutRow(
        token,
        position,
        surl,
        key,
        target,
        PutState.FAILED,
        Optional.of(why.code()),
        why.explanation(),
        size,
        writing);
  }

  /**
   * What ends with this state for the books of space; empty where it has taken nothing from them.
   */
  public Optional<EndedPut> ended() {
    return writing
        .flatMap(to -> to.terms().promise())
        .map(
            promise ->
                new EndedPut(
                    upload().id(),
                    promise,
                    state == PutState.STORED ? size : OptionalLong.empty(),
                    writing.get().overwrite() != OverwriteMode.NEVER,
                    target.orElseThrow().area(),
                    target.get().path(),
                    writing.get().terms().copyPin().isPositive()));
  }

  /** The hidden file; only where {@link #writing} is present. */
  public Upload upload() {
    return new Upload(target.orElseThrow().path(), writing.orElseThrow().uploadId());
  }

  /** Whether no srmPutDone has been told yet that the file is stored. */
  public boolean isStoredUntold() {
    return state == PutState.STORED && explanation.equals(FOUND);
  }

  /** Whether the pin has ended though nobody has noticed in the database yet. */
  public boolean isOverdue(Instant now) {
    return state == PutState.SPACE_AVAILABLE && !now.isBefore(writing.orElseThrow().pinUntil());
  }

  /**
   * What the file contributes to the status of its request: whether it got a TURL. That is final
   * with the first reply, and stays whatever becomes of the file (GFD.129 section 5.12.2 g), unless
   * all of them are aborted ({@link PutProgress#status}).
   */
  public ReturnStatus outcome() {
    return writing.isPresent()
        ? ReturnStatus.success()
        : ReturnStatus.of(failure.orElseThrow(), explanation);
  }

  /** What clients are told at {@code now}. */
  public ReturnStatus status(Instant now) {
    PutState seen = isOverdue(now) ? state.next(PutState.Event.PIN_OVER).orElseThrow() : state;
    return ReturnStatus.of(
        failure.orElse(seen.status()), explanation.isEmpty() ? usual(seen) : explanation);
  }

  private static String usual(PutState seen) {
    return switch (seen) {
      case EXPIRED -> "the pin ended before srmPutDone";
      case ABORTED -> "the put was aborted: by srmAbortRequest, srmAbortFiles or srmRm of the name";
      case SPACE_AVAILABLE, STORED, FAILED -> "";
    };
  }
}
