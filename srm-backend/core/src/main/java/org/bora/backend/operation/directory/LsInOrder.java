package org.bora.backend.operation.directory;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.api.directory.OrderedEntry;
import org.bora.api.directory.OrderedLsReply;
import org.bora.api.directory.OrderedLsRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.FileType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Nameable;
import org.bora.backend.outcome.StorageLocality;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.space.FileTerms;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * A directory in the order of names, for the S3 door, with the same rights as srmLs. Running
 * uploads are not shown, because an object store only knows complete files. Links and expired files
 * are not shown either, because they cannot be read.
 */
public final class LsInOrder {

  private final Entrance entrance;
  private final DirectorySettings settings;
  private final Clock clock;
  private final OrderedNames names;

  /**
   * @param clock that of deadlines and lives of files
   * @param machine that of the filesystems: this machine's
   */
  public LsInOrder(Entrance entrance, DirectorySettings settings, Clock clock, Clock machine) {
    this.entrance = entrance;
    this.settings = settings;
    this.clock = clock;
    this.names = new OrderedNames(machine);
  }

  /** As {@link org.bora.api.Catalogue#LS_IN_ORDER}. */
  OrderedLsReply list(Call call, OrderedLsRequest request) {
    if (request.count() < 1) {
      return OrderedLsReply.refused(
          ReturnStatus.of(SrmStatus.INVALID_REQUEST, "the count must be 1 or more"));
    }
    return switch (entrance.enter(call.caller(), OperationClass.LIST, request.directory())) {
      case Entry.Refused(ReturnStatus status) -> OrderedLsReply.refused(status);
      case Entry.Above _ ->
          OrderedLsReply.refused(
              ReturnStatus.of(SrmStatus.INVALID_PATH, "it is above the storage areas"));
      case Entry.Inside(Place place) -> {
        try {
          yield list(call, place, request);
        } catch (StorageException e) {
          yield OrderedLsReply.refused(StorageRefusal.of(e));
        }
      }
    };
  }

  private OrderedLsReply list(Call call, Place place, OrderedLsRequest request)
      throws StorageException {
    ListingPatience patience = new CallerPatience(clock, call.deadline(), Duration.ZERO);
    int most = Math.min(request.count(), settings.maxEntries());
    boolean all = entrance.isAllowedWithin(call.caller(), OperationClass.LIST, place);
    List<OrderedEntry> entries = new ArrayList<>();
    try (Listing listing = place.area().tree().list(place.path())) {
      String last = request.after();
      OrderedNames.Part part;
      do {
        part = part(place, request, last, patience);
        for (String key : part.keys()) {
          patience.check();
          if (entries.size() == most) {
            return new OrderedLsReply(ReturnStatus.success(), entries, last);
          }
          if (all || mayList(call.caller(), place, key)) {
            shown(listing, key, request.note()).ifPresent(entries::add);
          }
          last = key;
        }
      } while (!part.complete());
      return new OrderedLsReply(ReturnStatus.success(), entries, "");
    }
  }

  /** A listing can be read from its beginning only once: each part has its own. */
  private OrderedNames.Part part(
      Place place, OrderedLsRequest request, String after, ListingPatience patience)
      throws StorageException {
    try (Listing listing = place.area().tree().list(place.path())) {
      return names.behind(place, listing, request.prefix(), after, patience);
    }
  }

  private boolean mayList(Caller caller, Place directory, String key) {
    Place child = new Place(directory.area(), directory.path().child(name(key)));
    return entrance.isAllowed(caller, OperationClass.LIST, child);
  }

  private static String name(String key) {
    return key.endsWith("/") ? key.substring(0, key.length() - 1) : key;
  }

  private Optional<OrderedEntry> shown(Listing listing, String key, Optional<String> note)
      throws StorageException {
    String name = name(key);
    boolean directory = key.endsWith("/");
    if (!Nameable.isNameable(name)) {
      return Optional.empty();
    }
    try {
      EntryFacts facts = listing.glance(name, false);
      // another entry may have the name by now: it has another place in the order
      boolean same = directory ? facts.isDirectory() : facts.isFile() && !isOver(facts);
      if (!same) {
        return Optional.empty();
      }
      return Optional.of(
          new OrderedEntry(
              name,
              directory ? FileType.DIRECTORY : FileType.FILE,
              directory ? 0 : facts.size(),
              facts.modifiedAt(),
              StorageLocality.of(facts.residency()),
              directory || note.isEmpty() ? Optional.empty() : listing.note(name, note.get())));
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private boolean isOver(EntryFacts facts) {
    return facts.label().flatMap(FileTerms::of).filter(t -> t.isOver(clock.instant())).isPresent();
  }
}
