package org.bora.backend.desk;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.TokenSource;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Shows the directories of areas to administrators, regardless of their owners. A page costs at
 * most one page of entries and a few bounded statements, for any size of directory. It changes
 * nothing, reads no content of files, and recalls nothing from tape. Thread safe; blocks, as long
 * as the filesystem does.
 */
public final class EntryDesk {
  /** Entries of a page. */
  public static final int MOST = 200;

  private final Locator locator;
  private final TokenSource tokens;
  private final FileDesk files;
  private final EntryUses uses;

  public EntryDesk(Transactions transactions, Locator locator, TokenSource tokens, FileDesk files) {
    this.locator = Objects.requireNonNull(locator, "locator");
    this.tokens = Objects.requireNonNull(tokens, "tokens");
    this.files = Objects.requireNonNull(files, "files");
    this.uses = new EntryUses(transactions);
  }

  /** The answer to a question. */
  public sealed interface Seen {

    /** Something exists at the place. */
    record Page(EntryPage page) implements Seen {}

    /** Nothing exists at the place. */
    record Nothing() implements Seen {}

    /** The directory has changed so that the page has no place in it. */
    record PlaceGone() implements Seen {}

    /** The storage refused. */
    record Refused(String why) implements Seen {}
  }

  /** What is at a place of an area. */
  public Seen look(Place place, EntryCursor from, int limit) {
    try {
      EntryFacts facts = place.area().tree().facts(place.path());
      if (facts.isDirectory()) {
        return directory(place, from, limit);
      }
    } catch (StorageException e) {
      if (e.reason() != Reason.MISSING && e.reason() != Reason.NOT_A_DIRECTORY) {
        return new Seen.Refused(e.getMessage());
      }
    }
    FileReport file = files.look(place);
    return file.found().isEmpty() && file.lock().isEmpty()
        ? new Seen.Nothing()
        : new Seen.Page(alone(place, file));
  }

  private static EntryPage alone(Place place, FileReport file) {
    return new EntryPage(
        file.at(),
        place.area().name(),
        place.area().keeping().storageClass().name(),
        place.sfn(),
        place.path().toString(),
        Optional.of(file),
        PageOfNames.Order.NAME.name(),
        List.of(),
        Optional.empty(),
        List.of(),
        false,
        true,
        List.of());
  }

  private Seen directory(Place place, EntryCursor from, int limit) throws StorageException {
    Optional<PageOfNames> names;
    Map<String, LookedAt> found;
    try (Listing listing = place.area().tree().list(place.path())) {
      names = PageOfNames.read(listing, from, limit);
      found = names.isPresent() ? look(listing, names.get().names()) : Map.of();
    }
    if (names.isEmpty()) {
      return new Seen.PlaceGone();
    }
    boolean first = from.equals(EntryCursor.START);
    Instant now = tokens.now();
    EntryUses.Uses used = uses.of(place, found, first, now);
    return new Seen.Page(
        new EntryPage(
            now,
            place.area().name(),
            place.area().keeping().storageClass().name(),
            place.sfn(),
            place.path().toString(),
            Optional.empty(),
            names.get().order().name(),
            found.entrySet().stream()
                .map(each -> used.entry(each.getKey(), each.getValue()))
                .toList(),
            names.get().next().map(EntryCursor::text),
            used.uploads(),
            used.moreUploads(),
            used.allPins(),
            first ? areasIn(place) : List.of()));
  }

  /** The facts of the storage about a name, or why there are none. */
  record LookedAt(Optional<EntryFacts> facts, Optional<String> trouble) {

    /** The file, where its bytes are not on disk. */
    Optional<UUID> away() {
      return facts.filter(known -> !known.residency().onDisk()).flatMap(EntryFacts::id);
    }
  }

  /** Names that went meanwhile are left out. */
  private static Map<String, LookedAt> look(Listing listing, List<String> names) {
    Map<String, LookedAt> found = new LinkedHashMap<>();
    for (String name : names) {
      try {
        EntryFacts facts = listing.glance(name, true);
        // a glance does not tell the identifier, by which a recall is found
        boolean away = facts.isFile() && !facts.residency().onDisk();
        EntryFacts known = away ? listing.facts(name) : facts;
        found.put(name, new LookedAt(Optional.of(known), Optional.empty()));
      } catch (StorageException e) {
        if (e.reason() != Reason.MISSING) {
          found.put(name, new LookedAt(Optional.empty(), Optional.of(e.getMessage())));
        }
      }
    }
    return found;
  }

  private List<EntryPage.AreaBelow> areasIn(Place place) {
    Map<String, String> bySfn = new HashMap<>();
    locator.areas().forEach(area -> bySfn.put(area.sfn(), area.name()));
    List<EntryPage.AreaBelow> below = new ArrayList<>();
    for (String name : locator.namesBelow(place.sfn())) {
      Optional.ofNullable(bySfn.get(place.sfn() + "/" + name))
          .ifPresent(area -> below.add(new EntryPage.AreaBelow(name, area)));
    }
    return below;
  }

  /**
   * The place of a path in an area.
   *
   * @return empty if there is no such area
   * @throws IllegalArgumentException with a sentence if the path is invalid
   */
  public Optional<Place> place(String area, String path) {
    AreaPath within = AreaPath.parse(path);
    return locator.area(area).map(known -> new Place(known, within));
  }
}
