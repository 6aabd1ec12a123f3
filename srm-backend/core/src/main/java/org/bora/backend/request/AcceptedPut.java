package org.bora.backend.request;

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
import org.bora.storage.spi.Upload;

/**
 * An accepted file of a put. It has, or had, an upload.
 *
 * @param target where it will appear
 * @param failure the code, for FAILED
 * @param writing its upload, and the terms that were agreed
 */
public record AcceptedPut(
    RequestToken token,
    int position,
    Surl surl,
    NameKey key,
    Target target,
    PutState state,
    Optional<SrmStatus> failure,
    String explanation,
    OptionalLong size,
    Writing writing)
    implements PutRow {

  /**
   * Explains a file that was found in its place when its put ended in another way than by
   * srmPutDone: the backend that put it there came no further.
   */
  static final String FOUND = "the file was in its place when the put ended";

  public AcceptedPut {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(explanation, "explanation");
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(writing, "writing");
    if (failure.isPresent() != (state == PutState.FAILED)) {
      throw new IllegalArgumentException("a failure code belongs to FAILED, not to " + state);
    }
  }

  @Override
  public AcceptedPut calledAs(Surl asked) {
    return new AcceptedPut(
        token, position, asked, key, target, state, failure, explanation, size, writing);
  }

  /** The same file in another state. */
  public AcceptedPut moved(PutState next, String why, OptionalLong newSize) {
    return new AcceptedPut(
        token, position, surl, key, target, next, Optional.empty(), why, newSize, writing);
  }

  /** The same file, which holds this much of its space. */
  public AcceptedPut holding(Promise promise) {
    Terms terms = writing.terms();
    Writing held =
        new Writing(
            writing.uploadId(),
            writing.overwrite(),
            writing.since(),
            writing.pinUntil(),
            writing.turl(),
            new Terms(Optional.of(promise), terms.life(), terms.copyPin(), terms.empty()));
    return new AcceptedPut(
        token, position, surl, key, target, state, failure, explanation, size, held);
  }

  /** The same file, whose pin ends then. */
  AcceptedPut pinnedUntil(Instant until) {
    Writing pinned =
        new Writing(
            writing.uploadId(),
            writing.overwrite(),
            writing.since(),
            until,
            writing.turl(),
            writing.terms());
    return new AcceptedPut(
        token, position, surl, key, target, state, failure, explanation, size, pinned);
  }

  /** The same file, refused late: it keeps its upload's identifier. */
  public AcceptedPut failed(ReturnStatus why) {
    return new AcceptedPut(
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

  /** The promise in the books of space that ends with this state; empty if there is none. */
  public Optional<EndedPut> ended() {
    return writing
        .terms()
        .promise()
        .map(
            promise ->
                new EndedPut(
                    upload().id(),
                    promise,
                    state == PutState.STORED ? size : OptionalLong.empty(),
                    writing.overwrite() != OverwriteMode.NEVER,
                    target.area(),
                    target.path(),
                    writing.terms().copyPin().isPositive()));
  }

  /** The name of its storage area, which may have left the configuration. */
  public String area() {
    return target.area();
  }

  /** Identifies the upload. */
  public UUID id() {
    return writing.uploadId();
  }

  /** Whether the file is being written. */
  public boolean isOpen() {
    return state == PutState.SPACE_AVAILABLE;
  }

  /** The hidden file. */
  public Upload upload() {
    return new Upload(target.path(), writing.uploadId());
  }

  /** Whether no srmPutDone has been told yet that the file is stored. */
  public boolean isStoredUntold() {
    return state == PutState.STORED && explanation.equals(FOUND);
  }

  /** Whether the pin has ended though the database does not say so yet. */
  public boolean isOverdue(Instant now) {
    return isOpen() && !now.isBefore(writing.pinUntil());
  }

  @Override
  public ReturnStatus outcome() {
    return ReturnStatus.success();
  }

  @Override
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
