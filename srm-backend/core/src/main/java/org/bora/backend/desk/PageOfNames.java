package org.bora.backend.desk;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.api.directory.KeyOrder;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.ListingMark;
import org.bora.storage.spi.StorageException;

/**
 * The names of one page of a directory. Up to {@link #SORTED} names are put in order for each page.
 * A larger directory is shown in its own order, so that a page costs the same for any size.
 *
 * @param order in which the pages follow each other
 * @param next where the next page begins; empty if there are no more names
 */
record PageOfNames(List<String> names, Order order, Optional<EntryCursor> next) {

  /** So many names at most are put in order. */
  static final int SORTED = 10_000;

  /** A directory may grow by as much while its pages are read. */
  private static final int GROWN = 2 * SORTED;

  /** The order of pages. */
  enum Order {
    /** By the bytes of the names. */
    NAME,
    /** As the filesystem has them. */
    DIRECTORY
  }

  PageOfNames {
    names = List.copyOf(names);
  }

  /**
   * Reads a page.
   *
   * @return empty where the directory has changed so that the page has no place in it
   */
  static Optional<PageOfNames> read(Listing listing, EntryCursor from, int limit)
      throws StorageException {
    return switch (from) {
      case EntryCursor.Start() -> Optional.of(first(listing, limit));
      case EntryCursor.Behind(String name) -> behind(listing, name, limit);
      case EntryCursor.At(ListingMark mark) ->
          listing.goTo(mark) ? Optional.of(at(listing, limit)) : Optional.empty();
    };
  }

  private static PageOfNames first(Listing listing, int limit) throws StorageException {
    List<String> names = new ArrayList<>();
    Optional<ListingMark> rest = Optional.empty();
    for (Optional<String> name = listing.next(); name.isPresent(); name = listing.next()) {
      if (names.size() == limit) {
        rest = Optional.of(listing.mark());
      }
      if (names.size() == SORTED) {
        return new PageOfNames(
            names.subList(0, limit), Order.DIRECTORY, rest.map(EntryCursor.At::new));
      }
      names.add(name.get());
    }
    return sorted(names, limit);
  }

  private static Optional<PageOfNames> behind(Listing listing, String last, int limit)
      throws StorageException {
    List<String> names = new ArrayList<>();
    int seen = 0;
    for (Optional<String> name = listing.next(); name.isPresent(); name = listing.next()) {
      if (seen == GROWN) {
        return Optional.empty();
      }
      seen++;
      if (KeyOrder.BYTES.compare(name.get(), last) > 0) {
        names.add(name.get());
      }
    }
    return Optional.of(sorted(names, limit));
  }

  private static PageOfNames sorted(List<String> names, int limit) {
    names.sort(KeyOrder.BYTES);
    return names.size() <= limit
        ? new PageOfNames(names, Order.NAME, Optional.empty())
        : new PageOfNames(
            names.subList(0, limit),
            Order.NAME,
            Optional.of(new EntryCursor.Behind(names.get(limit - 1))));
  }

  private static PageOfNames at(Listing listing, int limit) throws StorageException {
    List<String> names = new ArrayList<>();
    for (Optional<String> name = listing.next(); name.isPresent(); name = listing.next()) {
      if (names.size() == limit) {
        return new PageOfNames(
            names, Order.DIRECTORY, Optional.of(new EntryCursor.At(listing.mark())));
      }
      names.add(name.get());
    }
    return new PageOfNames(names, Order.DIRECTORY, Optional.empty());
  }
}
