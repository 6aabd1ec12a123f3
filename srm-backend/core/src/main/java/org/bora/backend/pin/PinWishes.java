package org.bora.backend.pin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SourceFile;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.pin.FileLook.Seen;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestOwner;
import org.bora.storage.spi.EntryFacts;

/** Examines what one get or bringOnline names: its files, and those of its directories. */
final class PinWishes implements DirectoryFiles.Visitor {
  private final Locator locator;
  private final Entrance entrance;
  private final Caller caller;
  private final OperationClass use;
  private final Instant now;
  private final WantedTurl turl;
  private final DirectoryFiles directories;
  private final List<Wish> wishes = new ArrayList<>();
  private final Set<StorageArea> areas = new HashSet<>();

  private Optional<SourceFile> at = Optional.empty();

  /**
   * A file by its SURL, with its facts.
   *
   * @param source by which it was asked for: the file itself, or a directory above it
   */
  record Wish(Surl surl, Seen seen, SourceFile source) {

    Wish refused(ReturnStatus why) {
      return new Wish(surl, Seen.refused(seen.key(), why), source);
    }
  }

  PinWishes(
      Locator locator,
      Entrance entrance,
      Caller caller,
      OperationClass use,
      Instant now,
      WantedTurl turl,
      DirectoryFiles directories) {
    this.locator = locator;
    this.entrance = entrance;
    this.caller = caller;
    this.use = use;
    this.now = now;
    this.turl = turl;
    this.directories = directories;
  }

  /**
   * Looks at one name of the request.
   *
   * @return false where its directories hold more files than a request may have
   */
  boolean add(SourceFile file) {
    at = Optional.of(file);
    switch (entrance.enter(caller, use, file.surl())) {
      case Entry.Refused(ReturnStatus status) -> refuse(file.surl(), status);
      case Entry.Above _ -> refuse(file.surl(), FileLook.directory());
      case Entry.Inside(Place place) -> {
        areas.add(place.area());
        return inside(file, place);
      }
    }
    return true;
  }

  private boolean inside(SourceFile file, Place place) {
    Seen seen = FileLook.at(place, now, turl);
    boolean expands =
        seen.failure().equals(Optional.of(FileLook.directory()))
            && file.recursion().filter(DirectoryFiles::descends).isPresent();
    if (!expands) {
      wish(file.surl(), seen);
      return true;
    }
    return directories.visit(file.surl(), place, file.recursion().get(), this);
  }

  /** The rules are evaluated for each file of a directory. */
  @Override
  public void file(Surl surl, Place place, EntryFacts facts) {
    Seen seen =
        entrance
            .refusal(caller, use, place)
            .map(status -> Seen.refused(NameKey.of(place), status))
            .orElseGet(() -> FileLook.of(place, facts, now, turl));
    wish(surl, seen);
  }

  @Override
  public void unreadable(Surl surl, Place place, ReturnStatus why) {
    wish(surl, Seen.refused(NameKey.of(place), why));
  }

  private void refuse(Surl surl, ReturnStatus status) {
    NameKey key = NameKey.of(surl, locator.locate(surl));
    wish(surl, Seen.refused(key, status));
  }

  private void wish(Surl surl, Seen seen) {
    wishes.add(new Wish(surl, seen, at.orElseThrow()));
  }

  List<Wish> all() {
    return List.copyOf(wishes);
  }

  /** To whom the request belongs, by the areas it is about. */
  RequestOwner owner() {
    return RequestOwner.of(caller, areas);
  }
}
