package org.bora.backend.operation.directory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.bora.api.directory.KeyOrder;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.DirectoryVersion;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.Listing;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * The names of directories in the order of their bytes, one run at a time. A filesystem has its own
 * order, so each run reads all names and keeps the smallest ones: memory is limited for any size of
 * directory. Runs are remembered for the next pages while the directory does not change: a million
 * names are read about thirty times, not a thousand.
 *
 * <p>The number of runs is limited: the least recently used are dropped. Thread safe.
 */
final class OrderedNames {

  /** Names of one run: about 3 MB with usual names. */
  static final int RUN = 32 * 1024;

  private static final int RUNS = 8;

  /** As for {@link PageMarks}: the clock of a filesystem ticks slowly. */
  private static final Duration QUIET = Duration.ofSeconds(2);

  private record Asked(String sfn, String prefix) {}

  /**
   * A run of keys in order.
   *
   * @param after the key after which the run begins
   * @param complete whether the directory has no keys after the last one
   */
  private record Run(DirectoryVersion version, String after, List<String> keys, boolean complete) {

    /** Where the keys behind this one begin; empty where this run cannot tell. */
    Optional<Integer> behind(String key) {
      if (KeyOrder.BYTES.compare(key, after) < 0) {
        return Optional.empty();
      }
      int found = Collections.binarySearch(keys, key, KeyOrder.BYTES);
      int first = found < 0 ? -found - 1 : found + 1;
      return first < keys.size() || complete ? Optional.of(first) : Optional.empty();
    }
  }

  /**
   * The keys after a given one.
   *
   * @param complete whether there are no more
   */
  record Part(List<String> keys, boolean complete) {}

  private final Clock machine;
  private final Map<Asked, Run> runs = new LinkedHashMap<>(RUNS, 0.75f, true);

  /**
   * @param machine by which the kernel stamps changes
   */
  OrderedNames(Clock machine) {
    this.machine = machine;
  }

  /** The first keys behind {@code after}: at least one, unless there is none. */
  Part behind(Place place, Listing listing, String prefix, String after, ListingPatience patience)
      throws StorageException {
    Asked asked = new Asked(place.sfn(), prefix);
    DirectoryVersion version = listing.version();
    Run run =
        remembered(asked, version).filter(known -> known.behind(after).isPresent()).orElse(null);
    if (run == null) {
      run = read(version, listing, prefix, after, patience);
      if (isQuiet(version) && version.equals(listing.version())) {
        remember(asked, run);
      }
    }
    int first = run.behind(after).orElseThrow();
    return new Part(run.keys().subList(first, run.keys().size()), run.complete());
  }

  private boolean isQuiet(DirectoryVersion version) {
    Instant quietSince = machine.instant().minus(QUIET);
    return !version.changed().isAfter(quietSince);
  }

  private synchronized Optional<Run> remembered(Asked asked, DirectoryVersion version) {
    return Optional.ofNullable(runs.get(asked)).filter(run -> run.version().equals(version));
  }

  private synchronized void remember(Asked asked, Run run) {
    runs.put(asked, run);
    if (runs.size() > RUNS) {
      runs.remove(runs.keySet().iterator().next());
    }
  }

  /** The queue holds the smallest keys that were read so far, the largest of them first. */
  private static Run read(
      DirectoryVersion version,
      Listing listing,
      String prefix,
      String after,
      ListingPatience patience)
      throws StorageException {
    PriorityQueue<String> smallest = new PriorityQueue<>(KeyOrder.BYTES.reversed());
    boolean complete = true;
    for (Optional<String> next = listing.next(); next.isPresent(); next = listing.next()) {
      patience.check();
      String name = next.get();
      if (!name.startsWith(prefix)) {
        continue;
      }
      String key = KeyOrder.key(name, listing.mayBeDirectory() && isDirectory(listing, name));
      boolean wanted = KeyOrder.BYTES.compare(key, after) > 0;
      if (wanted && smallest.size() == RUN) {
        complete = false;
        wanted = KeyOrder.BYTES.compare(key, smallest.peek()) < 0;
        if (wanted) {
          smallest.remove();
        }
      }
      if (wanted) {
        smallest.add(key);
      }
    }
    List<String> keys = new ArrayList<>(smallest);
    keys.sort(KeyOrder.BYTES);
    return new Run(version, after, List.copyOf(keys), complete);
  }

  private static boolean isDirectory(Listing listing, String name) throws StorageException {
    try {
      EntryFacts facts = listing.glance(name, false);
      return facts.isDirectory();
    } catch (StorageException e) {
      if (e.reason() == Reason.MISSING) {
        return false;
      }
      throw e;
    }
  }
}
