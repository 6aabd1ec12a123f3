package org.bora.backend.operation.directory;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.bora.api.directory.KeyOrder;
import org.bora.backend.authorise.Entrance.Entry;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Nameable;
import org.bora.backend.request.ActivePut;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;

/**
 * One page of a directory's children in the {@linkplain KeyOrder order of keys}, including areas
 * below. A page continues after the last key of the page before, so changes between two pages do
 * not shift other names. Names that only an unfinished put knows are not shown. Used by one thread,
 * for one page.
 */
final class OrderedPage {
  private final LsWalk walk;
  private final Place place;
  private final ChildrenPage page;
  private final LsDepth depth;
  private final OrderedNames names;
  private final NavigableMap<String, Entry> areas;
  private final BusyNames busy;
  private final boolean allSeen;

  /** The last key that this page has passed. */
  private String last;

  OrderedPage(LsWalk walk, Place place, ChildrenPage page, LsDepth depth, OrderedNames names) {
    this.walk = walk;
    this.place = place;
    this.page = page;
    this.depth = depth;
    this.names = names;
    this.areas = walk.areasByKey(place.sfn());
    this.busy = walk.busyIn(place);
    this.allSeen = walk.mayListAll(place);
    this.last = depth.behind().orElseThrow();
  }

  /** The key after which the next page begins; empty at the end. */
  Optional<String> add() throws StorageException {
    try (Listing listing = place.area().tree().list(place.path())) {
      boolean whole = addAll(listing);
      walk.showUnasked(busy, page);
      return whole ? Optional.empty() : Optional.of(last);
    }
  }

  /** The same for directories that contain only areas. */
  static Optional<String> addAreas(
      LsWalk walk, NavigableMap<String, Entry> areas, ChildrenPage page, LsDepth depth) {
    String last = depth.behind().orElseThrow();
    for (Map.Entry<String, Entry> area : areas.tailMap(last, false).entrySet()) {
      if (!page.hasRoom()) {
        return Optional.of(last);
      }
      walk.addArea(area.getValue(), page, depth);
      last = area.getKey();
    }
    return Optional.empty();
  }

  /** Returns whether the directory came to its end before the page. */
  private boolean addAll(Listing listing) throws StorageException {
    OrderedNames.Part part;
    do {
      part = part();
      for (String key : keys(part)) {
        if (!add(listing, key)) {
          return false;
        }
        last = key;
      }
    } while (!part.complete());
    return true;
  }

  /** A listing can be read from its beginning only once: each part has its own. */
  private OrderedNames.Part part() throws StorageException {
    try (Listing listing = place.area().tree().list(place.path())) {
      return names.behind(place, listing, "", last, walk.patience());
    }
  }

  private Iterable<String> keys(OrderedNames.Part part) {
    if (areas.isEmpty()) {
      return part.keys();
    }
    List<String> own = part.keys();
    NavigableSet<String> all = new TreeSet<>(KeyOrder.BYTES);
    all.addAll(own);
    all.addAll(
        part.complete()
            ? areas.tailMap(last, false).keySet()
            : areas.subMap(last, false, own.getLast(), true).keySet());
    return all;
  }

  /** Returns whether there was room. */
  private boolean add(Listing listing, String key) throws StorageException {
    walk.patience().check();
    boolean directory = key.endsWith("/");
    String name = directory ? key.substring(0, key.length() - 1) : key;
    Optional<Entry> area = Optional.ofNullable(areas.get(key));
    Optional<ActivePut> put = busy.pass(name);
    if (area.isEmpty() && isHidden(listing, name)) {
      return true;
    }
    if (page.skips()) {
      return true;
    }
    if (!page.hasRoom()) {
      return false;
    }
    LsWalk.Child child = LsWalk.Child.ordered(place, name, directory);
    if (area.isPresent()) {
      walk.addArea(area.get(), page, depth);
    } else if (put.isPresent()) {
      walk.addBusy(child, listing, put.get(), page);
    } else {
      walk.addEntry(child, listing, busy, page, depth);
    }
    return true;
  }

  private boolean isHidden(Listing listing, String name) throws StorageException {
    return areas.containsKey(KeyOrder.key(name, true))
        || !Nameable.isNameable(name)
        || !(allSeen || walk.mayList(place, name))
        || walk.isFiltered(listing, name);
  }
}
