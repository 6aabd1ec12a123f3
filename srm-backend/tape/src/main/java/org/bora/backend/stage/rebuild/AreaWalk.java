package org.bora.backend.stage.rebuild;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks through all directories of an area, except those of other areas inside it. It remembers the
 * directories still to be read, not the files.
 */
final class AreaWalk {
  private static final Logger LOG = LoggerFactory.getLogger(AreaWalk.class);

  private final StorageArea area;
  private final Locator locator;

  AreaWalk(StorageArea area, Locator locator) {
    this.area = area;
    this.locator = locator;
  }

  /** Receives all entries. */
  interface Visitor {
    void file(AreaPath path, EntryFacts facts);

    /**
     * Reports that a directory was read.
     *
     * @param part fraction of the area that was read, 0 to 1; an estimate that assumes sibling
     *     directories of equal size
     */
    void directoryDone(double part);

    void unreadable();

    /** Whether to go on. */
    boolean goesOn();
  }

  /**
   * A directory that is still to be read.
   *
   * @param part estimated share of the area in it and below
   */
  private record Open(AreaPath path, double part) {}

  void walk(Visitor visitor) {
    // the last found first: a deep tree is remembered by its branches, not by its leaves
    Deque<Open> open = new ArrayDeque<>(Set.of(new Open(AreaPath.ROOT, 1)));
    double done = 0;
    while (!open.isEmpty() && visitor.goesOn()) {
      Open directory = open.removeLast();
      List<AreaPath> below = new ArrayList<>();
      boolean isRead = isRead(directory.path(), below, visitor);
      double share = directory.part() / (below.size() + 1);
      below.forEach(path -> open.addLast(new Open(path, share)));
      done += share;
      if (isRead) {
        visitor.directoryDone(Math.min(done, 1));
      }
    }
  }

  private boolean isRead(AreaPath directory, List<AreaPath> below, Visitor visitor) {
    try {
      read(directory, below, visitor);
      return true;
    } catch (StorageException e) {
      passOver(directory, e, visitor);
      return false;
    }
  }

  private void read(AreaPath directory, List<AreaPath> below, Visitor visitor)
      throws StorageException {
    var others = locator.namesBelow(area.sfnOf(directory));
    try (Listing listing = area.tree().list(directory)) {
      Optional<String> next = listing.next();
      for (; next.isPresent() && visitor.goesOn(); next = listing.next()) {
        AreaPath path = directory.child(next.get());
        if (others.contains(next.get())) {
          continue;
        }
        try {
          EntryFacts facts = listing.facts(next.get());
          if (facts.isDirectory()) {
            below.add(path);
          } else if (facts.isFile()) {
            visitor.file(path, facts);
          }
        } catch (StorageException e) {
          passOver(path, e, visitor);
        }
      }
    }
  }

  private void passOver(AreaPath path, StorageException e, Visitor visitor) {
    if (e.reason() != Reason.MISSING) {
      LOG.warn("area {}: '{}' cannot be read: {}", area.name(), path, e.getMessage(), e);
      visitor.unreadable();
    }
  }
}
