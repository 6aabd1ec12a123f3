package org.bora.backend.operation.directory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.request.ActivePut;
import org.bora.backend.request.NameUse;
import org.bora.backend.request.PutPage;
import org.bora.backend.request.PutPosition;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * The names of one directory that are being written, for one page of its listing. Up to some
 * hundreds are read in one statement. If there are more, the files of the page are looked up
 * together at the end, and names without files are read in portions, so the memory of a listing
 * does not grow with the number of uploads.
 */
final class BusyNames {

  /**
   * A file that is being written, although it was shown as if it were not.
   *
   * @param at position on the page
   */
  record Shown(int at, ActivePut put) {}

  /** Receives the entries to show. */
  interface Taker {

    /** Returns whether more are wanted. */
    boolean take(ActivePut put) throws StorageException;
  }

  private final Place directory;
  private final NameUse names;
  private final ListingPatience patience;
  private final Map<String, ActivePut> first = new LinkedHashMap<>();
  private final Optional<PutPosition> rest;
  private final Map<String, Integer> unasked = new HashMap<>();

  private BusyNames(Place directory, NameUse names, ListingPatience patience, PutPage page) {
    this.directory = directory;
    this.names = names;
    this.patience = patience;
    this.rest = page.next();
    page.puts().forEach(put -> first.put(put.place().path().name(), put));
  }

  /**
   * Reads the first names.
   *
   * @param patience called for each put that is read
   */
  static BusyNames in(Place directory, NameUse names, ListingPatience patience) {
    return new BusyNames(directory, names, patience, names.putsIn(directory, PutPosition.START));
  }

  /** The directory has this name: the put on it, where that is known by now. */
  Optional<ActivePut> pass(String name) {
    return Optional.ofNullable(first.remove(name));
  }

  /** A file of which {@link #pass} knew no put is on the page. */
  void shown(int at, String name) {
    if (rest.isPresent()) {
      unasked.put(name, at);
    }
  }

  /** Those of the listed files that are being written nevertheless. */
  List<Shown> shownUnasked() {
    List<Shown> written = new ArrayList<>();
    if (!unasked.isEmpty()) {
      List<Place> places =
          unasked.keySet().stream()
              .map(name -> new Place(directory.area(), directory.path().child(name)))
              .toList();
      for (ActivePut put : names.putsOn(places)) {
        written.add(new Shown(unasked.get(put.place().path().name()), put));
      }
    }
    return written;
  }

  /**
   * Every put on a name that the directory does not have, in the order of their requests, until the
   * limit is reached.
   *
   * @param unread whether there are names that {@link #pass} did not get
   */
  void forOthers(boolean unread, Taker taker) throws StorageException {
    if (!take(first.values(), unread, taker)) {
      return;
    }
    Optional<PutPosition> next = rest;
    while (next.isPresent()) {
      PutPage page = names.putsIn(directory, next.get());
      if (!take(page.puts(), true, taker)) {
        return;
      }
      next = page.next();
    }
  }

  private boolean take(Iterable<ActivePut> puts, boolean look, Taker taker)
      throws StorageException {
    for (ActivePut put : puts) {
      patience.check();
      if (!(look && isThere(put)) && !taker.take(put)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isThere(ActivePut put) throws StorageException {
    try {
      put.place().area().tree().facts(put.place().path());
      return true;
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING) {
        return false;
      }
      throw e;
    }
  }
}
