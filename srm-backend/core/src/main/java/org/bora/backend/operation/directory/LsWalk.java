package org.bora.backend.operation.directory;

import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.KeyOrder;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.Caller;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Nameable;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.ActivePut;
import org.bora.backend.request.NameUse;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Builds one reply of srmLs. If the caller wants an order, {@link OrderedPage} provides the
 * children. Otherwise they come in this order, which is stable while nothing changes: areas below,
 * the directory's entries in its own order, and names that only a put knows, oldest first. These
 * are last, so that puts do not shift the pages of other entries.
 */
final class LsWalk {

  private final Entrance entrance;
  private final NameUse names;
  private final PutsAhead puts;
  private final EntryDescription description;
  private final Caller caller;
  private final boolean full;
  private final Optional<FileStorageType> filter;
  private final LsBudget budget;
  private final ListingPatience patience;
  private final PageMarks marks;
  private final OrderedNames ordered;
  private Optional<String> next = Optional.empty();

  /**
   * The limits of a reply.
   *
   * @param marks ends of earlier pages
   * @param ordered names sorted for earlier pages
   */
  record Reply(LsBudget budget, ListingPatience patience, PageMarks marks, OrderedNames ordered) {}

  LsWalk(
      Entrance entrance,
      NameUse names,
      EntryDescription description,
      Caller caller,
      LsRequest request,
      Reply reply) {
    this.entrance = entrance;
    this.names = names;
    this.puts = new PutsAhead(names);
    this.description = description;
    this.caller = caller;
    this.full = request.full();
    this.filter = request.filter();
    this.budget = reply.budget();
    this.patience = reply.patience();
    this.marks = reply.marks();
    this.ordered = reply.ordered();
  }

  /** The key behind which the rest begins, where children were wanted in order and were cut. */
  Optional<String> next() {
    return next;
  }

  /** Asks at once which of these names are being written: they are shown soon. */
  void lookAhead(List<Entry> entries) {
    puts.ask(entries);
  }

  /** The entry and its descendants. */
  PathDetail show(Entry entry, String asked, LsDepth depth) {
    patience.check();
    return switch (entry) {
      case Entry.Refused(ReturnStatus status) ->
          new PathDetail(asked, status, Optional.empty(), List.of());
      case Entry.Above(String sfn) -> showAbove(sfn, depth);
      case Entry.Inside(Place place) -> showPlace(place, depth);
    };
  }

  private PathDetail showAbove(String sfn, LsDepth depth) {
    ChildrenPage page = depth.page(budget);
    if (depth.opens(budget)) {
      if (depth.behind().isPresent()) {
        next = OrderedPage.addAreas(this, areasByKey(sfn), page, depth);
      } else {
        addAreas(sfn, page, depth);
      }
    }
    return new PathDetail(
        sfn, ReturnStatus.success(), Optional.of(description.aboveAreas()), page.children());
  }

  private PathDetail showPlace(Place place, LsDepth depth) {
    try {
      Optional<EntryFacts> facts = factsOf(place);
      if (facts.filter(EntryFacts::isDirectory).isPresent()) {
        return directory(place, facts.get(), depth);
      }
      Optional<ActivePut> put = puts.on(place);
      if (put.isPresent()) {
        return busy(put.get(), facts);
      }
      return facts
          .flatMap(found -> description.entry(place.sfn(), place.area(), found, full))
          .orElseGet(() -> missing(place));
    } catch (StorageException e) {
      return new PathDetail(place.sfn(), StorageRefusal.of(e), Optional.empty(), List.of());
    }
  }

  private static PathDetail missing(Place place) {
    ReturnStatus status = StorageRefusal.of(Reason.MISSING);
    return new PathDetail(place.sfn(), status, Optional.empty(), List.of());
  }

  private static PathDetail detail(Place place, ReturnStatus status, Attributes attributes) {
    return new PathDetail(place.sfn(), status, Optional.of(attributes), List.of());
  }

  private static Optional<EntryFacts> factsOf(Place place) throws StorageException {
    try {
      return Optional.of(place.area().tree().facts(place.path()));
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** ARC checks the size of an upload before it calls srmPutDone. */
  private PathDetail busy(ActivePut put, Optional<EntryFacts> target) throws StorageException {
    Optional<EntryFacts> written =
        put.place().area().tree().uploadFacts(put.upload()).or(() -> target);
    return detail(put.place(), put.busy(), description.beingWritten(put, written, full));
  }

  private PathDetail directory(Place place, EntryFacts facts, LsDepth depth) {
    Optional<Attributes> attributes = description.of(place.area(), facts, full);
    ReturnStatus status = ReturnStatus.success();
    ChildrenPage page = depth.page(budget);
    if (depth.opens(budget)) {
      try {
        if (depth.behind().isPresent()) {
          next = new OrderedPage(this, place, page, depth, ordered).add();
        } else {
          addChildren(place, page, depth);
        }
      } catch (StorageException e) {
        status = StorageRefusal.of(e);
      }
    }
    return new PathDetail(place.sfn(), status, attributes, page.children());
  }

  private void addChildren(Place place, ChildrenPage page, LsDepth depth) throws StorageException {
    Set<String> areas = addAreas(place.sfn(), page, depth);
    BusyNames busy = BusyNames.in(place, names, patience);
    boolean allSeen = entrance.isAllowedWithin(caller, OperationClass.LIST, place);
    Shown shown = new Shown(place, areas, allSeen);
    try (Listing listing = place.area().tree().list(place.path())) {
      PagePosition position =
          shown.sameForAll() && filter.isEmpty()
              ? PagePosition.before(page, marks, place.sfn(), listing)
              : PagePosition.unknown();
      boolean atItsEnd = addEntries(shown, listing, position, busy, page, depth);
      showUnasked(busy, page);
      if (atItsEnd) {
        busy.forOthers(position.hasJumped(), put -> addUpload(put, allSeen, page));
      }
    }
  }

  void showUnasked(BusyNames busy, ChildrenPage page) throws StorageException {
    for (BusyNames.Shown written : busy.shownUnasked()) {
      patience.check();
      page.fill(written.at(), busy(written.put(), factsOf(written.put().place())));
    }
  }

  /**
   * The names of a directory that this caller may see.
   *
   * @param areas names that hide the directory's own
   */
  private record Shown(Place place, Set<String> areas, boolean all) {
    /** Else pages are counted from the beginning each time. */
    boolean sameForAll() {
      return all && areas.isEmpty();
    }
  }

  /** Returns whether the directory came to its end before the page. */
  private boolean addEntries(
      Shown shown,
      Listing listing,
      PagePosition position,
      BusyNames busy,
      ChildrenPage page,
      LsDepth depth)
      throws StorageException {
    Place place = shown.place();
    Optional<String> next = listing.next();
    for (; next.isPresent(); next = listing.next()) {
      String name = next.get();
      patience.check();
      Optional<ActivePut> put = busy.pass(name);
      if (shown.areas().contains(name)
          || !Nameable.isNameable(name)
          || !(shown.all() || mayList(place, name))
          || isFiltered(listing, name)) {
        continue;
      }
      if (!page.skips()) {
        if (!page.hasRoom()) {
          position.end();
          return false;
        }
        Child child = Child.of(place, name);
        if (put.isPresent()) {
          addBusy(child, listing, put.get(), page);
        } else {
          addEntry(child, listing, busy, page, depth);
        }
      }
      position.pass();
    }
    return true;
  }

  boolean mayList(Place directory, String name) {
    Place child = new Place(directory.area(), directory.path().child(name));
    return entrance.isAllowed(caller, OperationClass.LIST, child);
  }

  /**
   * Entries that the client does not want do not count for pages; they are shown if requested by
   * name.
   */
  boolean isFiltered(Listing listing, String name) throws StorageException {
    if (filter.isEmpty()) {
      return false;
    }
    try {
      return !EntryDescription.isOf(filter.get(), listing.glance(name, false));
    } catch (StorageException e) {
      return e.reason() == Reason.MISSING;
    }
  }

  private Set<String> addAreas(String sfn, ChildrenPage page, LsDepth depth) {
    Set<String> shown = new HashSet<>();
    for (Entry entry : entrance.areasBelow(caller, sfn)) {
      String below = sfnOf(entry);
      shown.add(below.substring(below.lastIndexOf('/') + 1));
      if (!page.skips() && page.hasRoom()) {
        addArea(entry, page, depth);
      }
    }
    return shown;
  }

  void addArea(Entry entry, ChildrenPage page, LsDepth depth) {
    int at = page.reserve();
    page.fill(at, show(entry, sfnOf(entry), depth.below()));
  }

  private static String sfnOf(Entry entry) {
    return switch (entry) {
      case Entry.Inside(Place place) -> place.sfn();
      case Entry.Above(String sfn) -> sfn;
      case Entry.Refused _ -> "";
    };
  }

  /** Areas that hang below a directory, by their keys in the order of keys. */
  NavigableMap<String, Entry> areasByKey(String sfn) {
    NavigableMap<String, Entry> byKey = new TreeMap<>(KeyOrder.BYTES);
    for (Entry entry : entrance.areasBelow(caller, sfn)) {
      String below = sfnOf(entry);
      byKey.put(KeyOrder.key(below.substring(below.lastIndexOf('/') + 1), true), entry);
    }
    return byKey;
  }

  /** What an ordered page needs to know of the names of a directory. */
  BusyNames busyIn(Place directory) {
    return BusyNames.in(directory, names, patience);
  }

  boolean mayListAll(Place directory) {
    return entrance.isAllowedWithin(caller, OperationClass.LIST, directory);
  }

  ListingPatience patience() {
    return patience;
  }

  /**
   * A name in a directory; its place is created only if needed.
   *
   * @param directory whether it must be a directory to be shown; empty: either
   */
  record Child(Place parent, String name, String sfn, Optional<Boolean> directory) {
    static Child of(Place parent, String name) {
      return new Child(parent, name, parent.sfn() + "/" + name, Optional.empty());
    }

    /** An entry whose position in the order depends on its type. */
    static Child ordered(Place parent, String name, boolean directory) {
      return new Child(parent, name, parent.sfn() + "/" + name, Optional.of(directory));
    }

    /** Whether another entry has the name by now, which has another place in the order. */
    boolean isOther(EntryFacts facts) {
      return directory.isPresent() && directory.get() != facts.isDirectory();
    }

    Place place() {
      return new Place(parent.area(), parent.path().child(name));
    }
  }

  void addBusy(Child child, Listing listing, ActivePut put, ChildrenPage page)
      throws StorageException {
    int at = page.reserve();
    Optional<PathDetail> shown;
    try {
      shown = Optional.of(busy(put, Optional.of(listing.glance(child.name(), full))));
    } catch (StorageException e) {
      shown = unseen(child, e);
    }
    shown.ifPresentOrElse(found -> page.fill(at, found), page::dropLast);
  }

  void addEntry(Child child, Listing listing, BusyNames busy, ChildrenPage page, LsDepth depth) {
    int at = page.reserve();
    Optional<PathDetail> shown;
    try {
      EntryFacts facts = listing.glance(child.name(), full);
      shown = child.isOther(facts) ? Optional.empty() : entry(child, facts, depth.below());
      if (shown.isPresent() && !facts.isDirectory()) {
        busy.shown(at, child.name());
      }
    } catch (StorageException e) {
      shown = unseen(child, e);
    }
    shown.ifPresentOrElse(found -> page.fill(at, found), page::dropLast);
  }

  private static Optional<PathDetail> unseen(Child child, StorageException e) {
    return e.reason() == Reason.MISSING ? Optional.empty() : Optional.of(failed(child, e));
  }

  private Optional<PathDetail> entry(Child child, EntryFacts facts, LsDepth depth) {
    return facts.isDirectory() && depth.wanted() > 0
        ? Optional.of(directory(child.place(), facts, depth))
        : description.entry(child.sfn(), child.parent().area(), facts, full);
  }

  private static PathDetail failed(Child child, StorageException e) {
    return new PathDetail(child.sfn(), StorageRefusal.of(e), Optional.empty(), List.of());
  }

  /** A name that exists only as a put. Returns whether there may be room for another. */
  private boolean addUpload(ActivePut put, boolean allSeen, ChildrenPage page)
      throws StorageException {
    Place place = put.place();
    if (!(allSeen || entrance.isAllowed(caller, OperationClass.LIST, place)) || page.skips()) {
      return true;
    }
    if (!page.hasRoom()) {
      return false;
    }
    int at = page.reserve();
    page.fill(at, busy(put, Optional.empty()));
    return true;
  }
}
