package org.bora.backend.access;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.request.NameKey;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Finds out which rights an account needs on disk to use TURLs: to read the files, and to search
 * the directories from the area's root to them. Reads the disk; changes nothing.
 */
final class NeededRights {
  private static final int READ = 4;
  private static final int SEARCH = 1;

  private final Actor actor;
  private final Map<GrantedEntry, Needed> needed = new LinkedHashMap<>();

  NeededRights(Actor actor) {
    this.actor = actor;
  }

  /**
   * The rights that are needed on one file or directory.
   *
   * @param names the names of the request that need it
   * @param suffices whether the account already has the right
   * @param before rights of its own entry in the list; absent if it has no entry
   */
  record Needed(
      GrantedEntry entry, int digit, List<NameKey> names, boolean suffices, OptionalInt before) {}

  /** All that is needed; nothing of what belongs to the account, which no entry could help. */
  Collection<Needed> all() {
    return needed.values();
  }

  /** To read the file in this place. */
  void toRead(Place place) {
    AreaTree tree = place.area().tree();
    try {
      AreaPath file = RealPath.of(tree, place.path());
      add(place, RealPath.above(file), SEARCH);
      add(place, List.of(file), READ);
    } catch (StorageException e) {
      note(e);
    }
  }

  /**
   * To write the hidden file in the same directory: the file belongs to the account, but its parent
   * directories may not.
   */
  void toWrite(Place place) {
    AreaTree tree = place.area().tree();
    try {
      AreaPath directory = RealPath.of(tree, place.path().parent().orElseThrow());
      add(place, RealPath.above(directory), SEARCH);
      add(place, List.of(directory), SEARCH);
    } catch (StorageException e) {
      note(e);
    }
  }

  private void add(Place wanted, List<AreaPath> paths, int digit) throws StorageException {
    NameKey name = NameKey.of(wanted);
    for (AreaPath path : paths) {
      GrantedEntry entry = GrantedEntry.at(new Place(wanted.area(), path));
      Needed known = needed.get(entry);
      if (known == null) {
        look(wanted.area().tree(), entry, digit, name);
      } else {
        known.names().add(name);
      }
    }
  }

  private void look(AreaTree tree, GrantedEntry entry, int digit, NameKey name)
      throws StorageException {
    EntryFacts facts = tree.facts(entry.path());
    if (facts.uid() == actor.uid()) {
      return;
    }
    Acl acl = tree.acl(entry.path());
    int may = actor.digit(acl, new Owner(facts.uid(), facts.gid()));
    needed.put(
        entry,
        new Needed(
            entry,
            digit,
            new ArrayList<>(List.of(name)),
            (may & digit) == digit,
            acl.user(actor.uid())));
  }

  /** A file that has just gone needs nothing any more. */
  private static void note(StorageException e) {
    if (e.reason() != Reason.MISSING) {
      StorageRefusal.of(e);
    }
  }
}
