package org.bora.backend.pin;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.bora.api.word.Recursion;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.Nameable;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Walks the directories of one request for the files in them (TDirOption of GFD.129). Level 1 is
 * the files directly in a directory. Each file gets a SURL of its own: that of the directory as the
 * client wrote it, and the path below it. Links and other areas below are skipped, as in srmLs.
 * Used for one request; not thread safe.
 */
final class DirectoryFiles {
  private final Locator locator;
  private final Runnable patience;
  private final int most;
  private int found;

  /**
   * @param patience called for every entry; throws when the caller will have gone
   * @param most files that all directories of the request may hold together
   */
  DirectoryFiles(Locator locator, Runnable patience, int most) {
    this.locator = locator;
    this.patience = patience;
    this.most = most;
  }

  /** Receives the files of the walk. */
  interface Visitor {
    void file(Surl surl, Place place, EntryFacts facts);

    /** A file or directory that cannot be read. */
    void unreadable(Surl surl, Place place, ReturnStatus why);
  }

  private record Step(Surl surl, Place place, int level) {}

  /** Whether a directory is to be opened: with 0 levels only the directory itself is requested. */
  static boolean descends(Recursion recursion) {
    return recursion.allLevels() || recursion.levels().orElse(1) > 0;
  }

  /**
   * Visits the files of a directory, those nearest to it first.
   *
   * @return false, and the visit ends, if there are more files than allowed
   */
  boolean visit(Surl surl, Place directory, Recursion recursion, Visitor visitor) {
    int levels = recursion.allLevels() ? Integer.MAX_VALUE : recursion.levels().orElse(1);
    Deque<Step> open = new ArrayDeque<>(List.of(new Step(surl, directory, 1)));
    while (!open.isEmpty()) {
      Step step = open.remove();
      try {
        if (!read(step, levels, open, visitor)) {
          return false;
        }
      } catch (StorageException e) {
        if (e.reason() != Reason.MISSING || step.level() == 1) {
          visitor.unreadable(step.surl(), step.place(), StorageRefusal.of(e));
        }
      }
    }
    return true;
  }

  private boolean read(Step step, int levels, Deque<Step> open, Visitor visitor)
      throws StorageException {
    List<String> areas = locator.namesBelow(step.place().sfn());
    try (Listing listing = step.place().area().tree().list(step.place().path())) {
      Optional<String> next = listing.next();
      for (; next.isPresent(); next = listing.next()) {
        patience.run();
        String name = next.get();
        if (!areas.contains(name)
            && Nameable.isNameable(name)
            && !entry(step, listing, name, levels, open, visitor)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean entry(
      Step step, Listing listing, String name, int levels, Deque<Step> open, Visitor visitor) {
    Surl surl = below(step.surl(), name);
    Place place = new Place(step.place().area(), step.place().path().child(name));
    try {
      EntryFacts facts = listing.facts(name);
      if (facts.isDirectory() && step.level() < levels) {
        open.add(new Step(surl, place, step.level() + 1));
      } else if (facts.isFile()) {
        visitor.file(surl, place, facts);
        found++;
      }
    } catch (StorageException e) {
      if (e.reason() != Reason.MISSING) {
        visitor.unreadable(surl, place, StorageRefusal.of(e));
        found++;
      }
    }
    return found <= most;
  }

  /**
   * A name is written raw, as gfal2 does; only what would be read as something else is escaped: a
   * percent sign, and the question mark before which {@code SFN=} begins the long form.
   */
  private static Surl below(Surl directory, String name) {
    String text = directory.text();
    String slash = text.endsWith("/") ? "" : "/";
    return new Surl(text + slash + name.replace("%", "%25").replace("?", "%3F"));
  }
}
