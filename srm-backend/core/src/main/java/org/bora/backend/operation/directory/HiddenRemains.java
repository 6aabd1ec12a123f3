package org.bora.backend.operation.directory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.BusyName;
import org.bora.backend.request.DeadUpload;
import org.bora.backend.request.NameUse;
import org.bora.backend.request.PutState;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.FoundUpload;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Removes directories that look empty to clients. Hidden files of ended puts are removed with the
 * directory, because the end of a put is final. An active put keeps its directory. For an hour, so
 * does a hidden file without a put, because srmPrepareToPut creates the hidden file before it
 * registers the put.
 */
final class HiddenRemains {
  /** Longer than any call takes from its hidden file to its commit. */
  private static final Duration UNREGISTERED = Duration.ofHours(1);

  private static final int AT_A_TIME = 1000;

  /** Files that have to stay would be found for ever. */
  private static final int MOST_ROUNDS = 1000;

  private final StorageArea area;
  private final NameUse names;
  private final Clock clock;
  private final Optional<String> unless;

  /**
   * @param unless a note with which a directory stays
   */
  HiddenRemains(StorageArea area, NameUse names, Clock clock, Optional<String> unless) {
    this.area = area;
    this.names = names;
    this.clock = clock;
    this.unless = unless;
  }

  /** Removes a directory. Returns why it stays. */
  Optional<ReturnStatus> removeDirectory(AreaPath directory) throws StorageException {
    try {
      return removed(directory);
    } catch (StorageException e) {
      if (e.reason() != Reason.NOT_EMPTY) {
        throw e;
      }
      return isVisiblyEmpty(directory)
          ? removeWithRemains(directory)
          : Optional.of(StorageRefusal.of(e));
    }
  }

  private Optional<ReturnStatus> removed(AreaPath directory) throws StorageException {
    if (unless.isEmpty()) {
      area.tree().removeDirectory(directory);
      return Optional.empty();
    }
    return area.tree().removeDirectory(directory, unless.get())
        ? Optional.empty()
        : Optional.of(
            ReturnStatus.of(
                SrmStatus.NON_EMPTY_DIRECTORY, "the directory is an object of its own, and stays"));
  }

  private boolean isVisiblyEmpty(AreaPath directory) throws StorageException {
    try (Listing listing = area.tree().list(directory)) {
      return listing.next().isEmpty();
    }
  }

  private Optional<ReturnStatus> removeWithRemains(AreaPath directory) throws StorageException {
    List<FoundUpload> found = new ArrayList<>();
    int rounds = MOST_ROUNDS;
    do {
      found.clear();
      area.tree()
          .eachUploadIn(
              directory,
              upload -> {
                if (found.size() < AT_A_TIME) {
                  found.add(upload);
                }
              });
      Optional<ReturnStatus> refusal = remove(directory, found);
      if (refusal.isPresent()) {
        return refusal;
      }
    } while (found.size() == AT_A_TIME && --rounds > 0);
    try {
      return removed(directory);
    } catch (StorageException e) {
      return e.reason() == Reason.NOT_EMPTY
          ? notEmpty(
              directory,
              "it holds hidden files that are in use or were left by a crash; the service removes"
                  + " the latter by itself within two days, or its log says why not")
          : Optional.of(StorageRefusal.of(e));
    }
  }

  private Optional<ReturnStatus> remove(AreaPath directory, List<FoundUpload> found)
      throws StorageException {
    Map<UUID, PutState> puts = names.putsOf(found.stream().map(FoundUpload::id).toList());
    for (FoundUpload upload : found) {
      PutState put = puts.get(upload.id());
      if (put == null && isYoung(upload)) {
        return notEmpty(
            directory,
            "a put that began at " + DeadUpload.begunAt(upload) + " is not registered yet");
      }
      if (put != null && !put.isTerminal()) {
        return Optional.of(
            names
                .writtenBelow(new Place(area, directory))
                .map(HiddenRemains::busy)
                .orElseGet(() -> StorageRefusal.of(Reason.NOT_EMPTY)));
      }
      DeadUpload.remove(area.name(), area.tree(), upload);
    }
    return Optional.empty();
  }

  private boolean isYoung(FoundUpload upload) {
    Instant old = clock.instant().minus(UNREGISTERED);
    return DeadUpload.begunAt(upload).isAfter(old);
  }

  /** What keeps a directory in which a file is being written. */
  static ReturnStatus busy(BusyName name) {
    return refusal(name.place().sfn() + " is being written, " + name.times());
  }

  private Optional<ReturnStatus> notEmpty(AreaPath directory, String why) {
    return Optional.of(refusal(area.sfnOf(directory) + ": " + why));
  }

  private static ReturnStatus refusal(String why) {
    return ReturnStatus.of(SrmStatus.NON_EMPTY_DIRECTORY, "the directory is not empty: " + why);
  }
}
