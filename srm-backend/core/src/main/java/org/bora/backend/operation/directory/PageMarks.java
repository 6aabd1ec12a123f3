package org.bora.backend.operation.directory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bora.storage.spi.DirectoryVersion;
import org.bora.storage.spi.ListingMark;

/**
 * The ends of pages of large directories, so that the next page does not read all names before it
 * again. They only save work: without a mark, on another backend or after a change of the
 * directory, names are counted from the last mark or from the beginning, with the same result. If
 * the pages of a client go to M backends, each reads the directory once in total, not once a page.
 *
 * <p>The number of marks is limited: the least recently used are dropped. Thread safe; the lock is
 * only held to examine a few dozen marks.
 */
final class PageMarks {

  /** About 100 KB in all with usual names. */
  private static final int DIRECTORIES = 64;

  private static final int MARKS = 16;

  /** Fewer names are read again sooner than they are remembered. */
  private static final int WORTH_IT = 500;

  /**
   * A directory that was just changed may change again within the same clock tick, without a new
   * version. A tick is a few milliseconds on Linux filesystems. The rest of this time is for
   * servers of network filesystems, which use their own clocks: if such a clock is ahead, marks are
   * lost; if it is more than 2 s behind, a change in the same tick as the one before could be
   * missed. These servers need NTP as this machine does.
   */
  private static final Duration QUIET = Duration.ofSeconds(2);

  private record Marks(DirectoryVersion version, Map<Integer, ListingMark> byCount) {}

  /**
   * A mark after a number of names.
   *
   * @param count names before it that count for pages
   */
  record Found(int count, ListingMark mark) {}

  private final Clock clock;
  private final Map<String, Marks> directories = new Newest<>(DIRECTORIES);

  /**
   * @param clock of this machine, by which its kernel stamps changes; the time that backends share
   *     may be another
   */
  PageMarks(Clock clock) {
    this.clock = clock;
  }

  /**
   * The last mark that is no further than a page's beginning.
   *
   * @param directory its name, whichever area it is in
   * @param version as it is now
   * @param offset names before the page
   */
  synchronized Optional<Found> before(String directory, DirectoryVersion version, int offset) {
    Marks known = directories.get(directory);
    if (known == null || !known.version().equals(version)) {
      return Optional.empty();
    }
    int most = known.byCount().keySet().stream().filter(at -> at <= offset).reduce(0, Math::max);
    return most == 0 ? Optional.empty() : Optional.of(new Found(most, known.byCount().get(most)));
  }

  /**
   * Remembers where a page ended.
   *
   * @param began the directory when the listing was opened
   * @param ended the directory now
   */
  synchronized void keep(
      String directory, DirectoryVersion began, DirectoryVersion ended, Found end) {
    Instant quietSince = clock.instant().minus(QUIET);
    if (end.count() < WORTH_IT || !began.equals(ended) || ended.changed().isAfter(quietSince)) {
      return;
    }
    Marks known = directories.get(directory);
    if (known == null || !known.version().equals(ended)) {
      known = new Marks(ended, new Newest<>(MARKS));
      directories.put(directory, known);
    }
    known.byCount().put(end.count(), end.mark());
  }

  /** Drops the least recently used marks. */
  private static final class Newest<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int most;

    Newest(int most) {
      super(16, 0.75f, true);
      this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > most;
    }
  }
}
