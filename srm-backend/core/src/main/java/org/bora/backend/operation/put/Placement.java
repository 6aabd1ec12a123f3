package org.bora.backend.operation.put;

import java.util.Optional;
import java.util.UUID;
import org.bora.api.put.SeenFile;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutState;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves sealed uploads into their places, while their rows are locked. Its changes on disk outlive
 * a rollback of the transaction: {@link Attempts} informs the next attempt.
 */
final class Placement {
  private static final Logger LOG = LoggerFactory.getLogger(Placement.class);

  private static final ReturnStatus CHANGED =
      ReturnStatus.of(
          SrmStatus.DUPLICATION_ERROR,
          "the file that was to be replaced has been replaced or removed meanwhile");

  private final Locator locator;

  Placement(Locator locator) {
    this.locator = locator;
  }

  /** The new row of a file, and its locked current row. */
  private record Pair(AcceptedPut stored, AcceptedPut current) {}

  /**
   * Whether an upload is in its place already: by an earlier attempt of this call, or by a backend
   * that died, hangs, or lost its transaction.
   */
  boolean isPlaced(AcceptedPut current, Attempts attempts) throws StorageException {
    UUID id = current.upload().id();
    if (!attempts.isPlaced(id) && tree(current).isPublished(current.upload())) {
      attempts.place(id, overwrite(current) != OverwriteMode.NEVER);
    }
    return attempts.isPlaced(id);
  }

  /**
   * Places one upload.
   *
   * @param stored the row as it is to be
   * @param current the row as it is, locked
   * @return the row as it ends; empty where the storage failed and may recover, or where the client
   *     has to do something first
   */
  Optional<AcceptedPut> place(
      AcceptedPut stored, AcceptedPut current, PublicationRound round, Attempts attempts) {
    UUID id = current.upload().id();
    Optional<ReturnStatus> givenUp = attempts.whyGivenUp(id);
    if (givenUp.isPresent()) {
      round.results.put(id, givenUp.get());
      return Optional.of(current.failed(givenUp.get()));
    }
    AreaTree tree = tree(current);
    try {
      if (isChanged(tree, current, round, attempts)) {
        round.results.put(id, CHANGED);
        return Optional.empty();
      }
      if (isSame(tree, current, attempts)) {
        attempts.findSame(id);
        round.same.add(id);
        round.results.put(id, ReturnStatus.success());
        return Optional.of(stored.moved(PutState.STORED, Sameness.EXPLANATION, stored.size()));
      }
      boolean mayReplace = overwrite(current) != OverwriteMode.NEVER;
      if (mayReplace && isNothing(tree, stored, current)) {
        return placedWhereNothingIs(tree, stored, round, attempts);
      }
      boolean over =
          attempts.over(id).isPresent()
              ? attempts.over(id).get()
              : mayReplace && there(tree, current).isPresent();
      tree.publishUpload(current.upload(), mayReplace);
      return Optional.of(placed(stored, over, round, attempts));
    } catch (StorageException e) {
      ReturnStatus why = StorageRefusal.of(e);
      round.results.put(id, why);
      // Another file or a directory has the name now: this put can never succeed.
      return e.reason() == Reason.EXISTS || e.reason() == Reason.IS_A_DIRECTORY
          ? givenUp(tree, new Pair(stored, current), why, round, attempts)
          : Optional.empty();
    }
  }

  /**
   * Whether the file that was to be replaced has not its name any more. An upload that has come
   * into its place already found it there.
   */
  private boolean isChanged(
      AreaTree tree, AcceptedPut current, PublicationRound round, Attempts attempts)
      throws StorageException {
    if (round.replaces.isEmpty() || isPlaced(current, attempts)) {
      return false;
    }
    Optional<EntryFacts> there = there(tree, current);
    return !there
        .map(facts -> new SeenFile(facts.size(), facts.modifiedAt()))
        .equals(round.replaces);
  }

  private boolean isSame(AreaTree tree, AcceptedPut current, Attempts attempts)
      throws StorageException {
    return overwrite(current) == OverwriteMode.WHEN_FILES_ARE_DIFFERENT
        && !isPlaced(current, attempts)
        && Sameness.holds(tree, current);
  }

  /** Whether the client has neither written anything nor announced that the file is empty. */
  private static boolean isNothing(AreaTree tree, AcceptedPut stored, AcceptedPut current)
      throws StorageException {
    return stored.size().orElseThrow() == 0
        && !current.writing().terms().empty()
        && tree.isUnwritten(current.upload());
  }

  /** An upload without bytes replaces nothing, whatever gets the name meanwhile. */
  private Optional<AcceptedPut> placedWhereNothingIs(
      AreaTree tree, AcceptedPut stored, PublicationRound round, Attempts attempts)
      throws StorageException {
    try {
      tree.publishUpload(stored.upload(), false);
      return Optional.of(placed(stored, false, round, attempts));
    } catch (StorageException e) {
      if (e.reason() != Reason.EXISTS && e.reason() != Reason.IS_A_DIRECTORY) {
        throw e;
      }
      round.results.put(
          stored.upload().id(),
          ReturnStatus.of(
              SrmStatus.INVALID_PATH,
              "nothing was written to the transfer URL, so the old file stays: transfer the file"
                  + " and repeat srmPutDone, or abort the request"));
      return Optional.empty();
    }
  }

  private AcceptedPut placed(
      AcceptedPut stored, boolean over, PublicationRound round, Attempts attempts) {
    UUID id = stored.upload().id();
    attempts.place(id, over);
    if (over) {
      round.over.add(id);
    }
    round.results.put(id, ReturnStatus.success());
    return stored;
  }

  /**
   * The upload is removed before the target is checked, as at every end of a put: a hanging rename
   * of another backend has then taken effect, or never will.
   */
  private Optional<AcceptedPut> givenUp(
      AreaTree tree, Pair rows, ReturnStatus why, PublicationRound round, Attempts attempts) {
    Upload upload = rows.current().upload();
    try {
      tree.discardUpload(upload);
      if (PutEnding.isPublishedForGood(tree, upload)) {
        return Optional.of(placed(rows.stored(), false, round, attempts));
      }
      attempts.giveUp(upload.id(), why);
      return Optional.of(rows.current().failed(why));
    } catch (StorageException e) {
      StorageRefusal.of(e);
      return Optional.empty();
    }
  }

  /** Removes an upload whose put has ended. */
  void discard(AcceptedPut row) {
    try {
      tree(row).discardUpload(row.upload());
    } catch (StorageException e) {
      LOG.warn("the upload {} stays for the sweep: {}", row.id(), e.getMessage(), e);
    }
  }

  private static Optional<EntryFacts> there(AreaTree tree, AcceptedPut row)
      throws StorageException {
    try {
      return Optional.of(tree.facts(row.upload().target()));
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static OverwriteMode overwrite(AcceptedPut row) {
    return row.writing().overwrite();
  }

  private StorageArea area(AcceptedPut row) {
    return locator.area(row.area()).orElseThrow();
  }

  private AreaTree tree(AcceptedPut row) {
    return area(row).tree();
  }
}
