package org.bora.backend.operation.directory;

import java.util.Optional;
import org.bora.backend.operation.directory.PageMarks.Found;
import org.bora.storage.spi.DirectoryVersion;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;

/**
 * The position of a listing in its directory, in names that count for pages. It starts at the last
 * mark before the page, and sets a mark where the page ends.
 */
final class PagePosition {

  /** The directory that marks belong to. */
  private record Directory(PageMarks marks, String name, Listing listing, DirectoryVersion began) {}

  private final Optional<Directory> directory;
  private final boolean jumped;
  private int passed;

  private PagePosition(Optional<Directory> directory, int passed) {
    this.directory = directory;
    this.jumped = passed > 0;
    this.passed = passed;
  }

  /** The position at the beginning; for this class only. */
  static PagePosition unknown() {
    return new PagePosition(Optional.empty(), 0);
  }

  /**
   * Moves to the beginning of the page, or to the nearest known position before it.
   *
   * @param page gets the number of children that this skips
   * @param name of the directory, in any area
   * @param listing at its beginning
   */
  static PagePosition before(ChildrenPage page, PageMarks marks, String name, Listing listing)
      throws StorageException {
    Directory directory = new Directory(marks, name, listing, listing.version());
    int passed = 0;
    Optional<Found> found = marks.before(name, directory.began(), page.toSkip());
    if (found.isPresent() && listing.goTo(found.get().mark())) {
      passed = found.get().count();
      page.skipped(passed);
    }
    return new PagePosition(Optional.of(directory), passed);
  }

  /** Whether names before the page were not even read. */
  boolean hasJumped() {
    return jumped;
  }

  /** The name that was read last counts. */
  void pass() {
    passed++;
  }

  /** The name that was read last is the first that the page has no room for. */
  void end() throws StorageException {
    if (directory.isPresent()) {
      Directory of = directory.get();
      Found end = new Found(passed, of.listing().mark());
      of.marks().keep(of.name(), of.began(), of.listing().version(), end);
    }
  }
}
