package org.bora.backend.operation.put;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.BusyName;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.RefusedPut;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.Promise;
import org.bora.backend.turl.Turls;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;

/**
 * The steps of a put on disk before it is registered in the database: check the target, create the
 * upload, reserve the announced space.
 */
final class UploadStart {
  private final PutSettings settings;
  private final TokenSource tokens;

  UploadStart(PutSettings settings, TokenSource tokens) {
    this.settings = settings;
    this.tokens = tokens;
  }

  /** The common data of the uploads of one request. */
  record Batch(
      RequestToken token,
      Turls.Way way,
      Owner owner,
      PutRights rights,
      OverwriteMode overwrite,
      Instant now,
      Instant pinUntil,
      Room room) {

    private boolean mayReplace() {
      return overwrite != OverwriteMode.NEVER;
    }
  }

  /** The row of a file whose upload has begun, or that the storage has refused. */
  PutRow begin(Batch batch, Wish wish) {
    try {
      Optional<ReturnStatus> refusal = obstacle(batch, wish);
      return refusal.isPresent() ? refused(batch, wish, refusal.get()) : begun(batch, wish);
    } catch (StorageException e) {
      return refused(batch, wish, status(e));
    }
  }

  private static ReturnStatus status(StorageException e) {
    return e.reason() == Reason.MISSING
        ? ReturnStatus.of(
            SrmStatus.INVALID_PATH, "no such file or directory: the directory above is missing")
        : StorageRefusal.of(e);
  }

  private static Optional<ReturnStatus> obstacle(Batch batch, Wish wish) throws StorageException {
    Optional<EntryFacts> target = target(wish);
    if (target.isPresent() && target.get().isDirectory()) {
      return refusal(SrmStatus.INVALID_PATH, "it is a directory");
    }
    if (target.isPresent() && !batch.mayReplace()) {
      return refusal(SrmStatus.DUPLICATION_ERROR, "the file exists, overwriting is not allowed");
    }
    Optional<ReturnStatus> forbidden = batch.rights.refusal(wish.place(), target.isPresent());
    if (forbidden.isPresent()) {
      return forbidden;
    }
    OptionalLong size = wish.expectedSize();
    return size.isPresent()
        ? batch.room.shortage(wish.place().area(), size.getAsLong())
        : Optional.empty();
  }

  private static Optional<ReturnStatus> refusal(SrmStatus code, String reason) {
    return Optional.of(ReturnStatus.of(code, reason));
  }

  /** Empty also where the directory is missing: that is seen when the upload begins. */
  private static Optional<EntryFacts> target(Wish wish) throws StorageException {
    try {
      return Optional.of(wish.place().area().tree().facts(wish.place().path()));
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private AcceptedPut begun(Batch batch, Wish wish) throws StorageException {
    AreaTree tree = wish.place().area().tree();
    Upload upload = new Upload(wish.place().path(), tokens.uploadId(batch.now));
    int held = batch.way.isHeld() ? Upload.HELD : 0;
    tree.beginUpload(upload, batch.owner, settings.uploadMode() | held);
    String turl;
    try {
      if (batch.room.isTakenAhead(wish.place().area())) {
        tree.preallocate(upload, wish.expectedSize().orElse(0));
      }
      turl = batch.way.turl(tree.uploadPath(upload));
    } catch (StorageException e) {
      tree.discardUpload(upload);
      throw e;
    }
    return new AcceptedPut(
        batch.token,
        wish.position(),
        wish.surl(),
        wish.key(),
        place(wish),
        PutState.SPACE_AVAILABLE,
        Optional.empty(),
        "",
        wish.expectedSize(),
        new PutRow.Writing(
            upload.id(),
            batch.rights.overwrite(wish.place(), batch.overwrite),
            batch.now,
            batch.pinUntil,
            turl,
            terms(batch, wish)));
  }

  private static PutRow.Terms terms(Batch batch, Wish wish) {
    Promise promise = batch.room.promise(wish.place().area(), wish.expectedSize());
    return new PutRow.Terms(Optional.of(promise), wish.life(), wish.copyPin(), wish.isEmpty());
  }

  static RefusedPut refused(Batch batch, Wish wish, ReturnStatus why) {
    return new RefusedPut(
        batch.token, wish.position(), wish.surl(), wish.key(), Optional.of(place(wish)), why);
  }

  private static PutRow.Target place(Wish wish) {
    return new PutRow.Target(wish.place().area().name(), wish.place().path());
  }

  /**
   * The answer to a name that another put is writing (GFD.129 section 5.5.2 t). A door gets this
   * answer even if it may replace files: there is no file yet, and perhaps never will be.
   */
  static ReturnStatus busy(Batch batch, AcceptedPut writing) {
    PutRow.Writing other = writing.writing();
    boolean busy = batch.mayReplace() || batch.way.isHeld();
    return ReturnStatus.of(
        busy ? SrmStatus.FILE_BUSY : SrmStatus.DUPLICATION_ERROR,
        "a file of this name is being written, " + BusyName.times(other.since(), other.pinUntil()));
  }
}
