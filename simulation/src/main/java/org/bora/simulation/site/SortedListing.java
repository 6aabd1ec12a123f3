package org.bora.simulation.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.bora.storage.spi.DirectoryVersion;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.ListingMark;
import org.bora.storage.spi.StorageException;

/**
 * The entries that a directory had when it was opened, sorted by name. The filesystem's own order
 * depends on its type, and would change the run of a seed.
 */
final class SortedListing implements Listing {
  private static final int NONE = -1;

  private final Listing real;
  private final List<Entry> entries = new ArrayList<>();
  private int next;
  private int last = NONE;

  private record Entry(String name, boolean mayBeDirectory) {}

  /**
   * Reads all names.
   *
   * @param real at its beginning; it is closed with this
   */
  SortedListing(Listing real) throws StorageException {
    this.real = real;
    for (Optional<String> name = real.next(); name.isPresent(); name = real.next()) {
      entries.add(new Entry(name.get(), real.mayBeDirectory()));
    }
    entries.sort(Comparator.comparing(Entry::name));
  }

  @Override
  public Optional<String> next() {
    if (next == entries.size()) {
      last = NONE;
      return Optional.empty();
    }
    last = next;
    next++;
    return Optional.of(entries.get(last).name());
  }

  @Override
  public DirectoryVersion version() throws StorageException {
    return real.version();
  }

  @Override
  public ListingMark mark() {
    if (last == NONE) {
      throw new IllegalStateException("no name was read");
    }
    return new ListingMark(last, entries.get(last).name());
  }

  @Override
  public boolean goTo(ListingMark mark) {
    List<String> names = entries.stream().map(Entry::name).toList();
    int found = names.indexOf(mark.name());
    next = Math.max(0, found);
    last = NONE;
    return found >= 0;
  }

  @Override
  public boolean mayBeDirectory() {
    return last != NONE && entries.get(last).mayBeDirectory();
  }

  @Override
  public Optional<String> note(String name, String note) throws StorageException {
    return real.note(name, note);
  }

  @Override
  public EntryFacts facts(String name) throws StorageException {
    return real.facts(name);
  }

  @Override
  public EntryFacts glance(String name, boolean checksum) throws StorageException {
    return real.glance(name, checksum);
  }

  @Override
  public void close() {
    real.close();
  }
}
