package org.bora.backend.pin;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.NameKey;
import org.bora.backend.space.FileTerms;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Examines files before they are pinned: whether they exist, whether they are files, and their
 * size.
 */
final class FileLook {

  private FileLook() {}

  /**
   * The facts about one file.
   *
   * @param failure why it cannot be pinned; absent if it can
   * @param file identifier of the file, if any
   * @param staged what a recall needs, if it may be only on tape
   */
  record Seen(
      NameKey key,
      Optional<ReturnStatus> failure,
      Optional<UUID> file,
      OptionalLong size,
      Optional<String> turl,
      Optional<Staged> staged) {

    static Seen refused(NameKey key, ReturnStatus why) {
      return new Seen(
          key,
          Optional.of(why),
          Optional.empty(),
          OptionalLong.empty(),
          Optional.empty(),
          Optional.empty());
    }

    /** The same for a file that is not moved. */
    Seen unstaged() {
      return new Seen(key, failure, file, size, turl, Optional.empty());
    }

    /** Whether it must first be recalled from tape. */
    boolean isOnTapeAlone() {
      return staged.filter(file -> !file.onDisk()).isPresent();
    }

    boolean isMissing() {
      return failure.equals(Optional.of(missing()));
    }
  }

  /**
   * Looks at the file in a place.
   *
   * @param turl that the file is to get
   */
  static Seen at(Place place, Instant now, WantedTurl turl) {
    try {
      return of(place, place.area().tree().facts(place.path()), now, turl);
    } catch (StorageException e) {
      return refused(place, e);
    }
  }

  /** The same where the facts are known. */
  static Seen of(Place place, EntryFacts facts, Instant now, WantedTurl turl) {
    NameKey key = NameKey.of(place);
    if (!facts.isFile()) {
      return Seen.refused(key, facts.isDirectory() ? directory() : other());
    }
    if (facts.label().flatMap(FileTerms::of).filter(terms -> terms.isOver(now)).isPresent()) {
      return Seen.refused(key, ended());
    }
    if (facts.residency().trouble().equals(Optional.of(Residency.Trouble.LOST))) {
      return Seen.refused(key, lost());
    }
    if (!facts.residency().onDisk() && (facts.id().isEmpty() || !facts.residency().onTape())) {
      return Seen.refused(key, unavailable());
    }
    try {
      return new Seen(
          key,
          Optional.empty(),
          facts.id(),
          OptionalLong.of(facts.size()),
          turl.of(place),
          Staged.of(place, facts));
    } catch (StorageException e) {
      return refused(place, e);
    }
  }

  private static Seen refused(Place place, StorageException e) {
    return Seen.refused(
        NameKey.of(place), e.reason() == Reason.MISSING ? missing() : StorageRefusal.of(e));
  }

  static ReturnStatus directory() {
    return ReturnStatus.of(SrmStatus.INVALID_PATH, "it is a directory");
  }

  private static ReturnStatus ended() {
    return ReturnStatus.of(SrmStatus.FILE_LIFETIME_EXPIRED, "the lifetime of the file is over");
  }

  /** The tape system has lost it. */
  static ReturnStatus lost() {
    return ReturnStatus.of(SrmStatus.FILE_LOST, "the copy on tape is lost, and there is no other");
  }

  /** It cannot be brought back. */
  static ReturnStatus unavailable() {
    return ReturnStatus.of(
        SrmStatus.FILE_UNAVAILABLE, "the copy on tape cannot be reached at present");
  }

  private static ReturnStatus other() {
    return ReturnStatus.of(SrmStatus.INVALID_PATH, "it is not a file");
  }

  private static ReturnStatus missing() {
    return StorageRefusal.of(Reason.MISSING);
  }

  /** The area of the file has left the configuration since. */
  static ReturnStatus gone() {
    return ReturnStatus.of(SrmStatus.INVALID_PATH, "no storage area holds the file any more");
  }

  static ReturnStatus busy() {
    return ReturnStatus.of(SrmStatus.FILE_BUSY, "the file is being written");
  }
}
