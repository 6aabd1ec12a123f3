package org.bora.backend.stage.rebuild;

import java.util.ArrayDeque;
import java.util.Deque;
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
 * Walks through all directories of an area, not into those of other areas in it. Remembers the
 * directories that are still to be read, not the files.
 */
final class AreaWalk {
  private static final Logger LOG = LoggerFactory.getLogger(AreaWalk.class);

  private final StorageArea area;
  private final Locator locator;

  AreaWalk(StorageArea area, Locator locator) {
    this.area = area;
    this.locator = locator;
  }

  /** Hears of everything. */
  interface Visitor {
    void file(AreaPath path, EntryFacts facts);

    void directoryDone();

    void unreadable();

    /** Whether to go on. */
    boolean goesOn();
  }

  void walk(Visitor visitor) {
    // the last found first: a deep tree is remembered by its branches, not by its leaves
    Deque<AreaPath> open = new ArrayDeque<>(Set.of(AreaPath.ROOT));
    while (!open.isEmpty() && visitor.goesOn()) {
      AreaPath directory = open.removeLast();
      try {
        read(directory, open, visitor);
        visitor.directoryDone();
      } catch (StorageException e) {
        passOver(directory, e, visitor);
      }
    }
  }

  private void read(AreaPath directory, Deque<AreaPath> open, Visitor visitor)
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
            open.addLast(path);
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
