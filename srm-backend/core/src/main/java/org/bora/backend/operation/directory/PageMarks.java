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
 * Where pages of wide directories ended, so that the next page need not read all names before it
 * once more. They only spare work: where there is none, on another backend or after a change of the
 * directory, names are counted from the last mark or from the beginning, and the page is the same.
 * That a client's next page comes to another backend costs each of M backends one reading of the
 * directory in all, not one a page.
 *
 * <p>Bounded: the marks used longest ago leave. Safe for all threads; the lock is held for a look
 * at a few dozen marks.
 */
final class PageMarks {

  /** About 100 KB in all with usual names. */
  private static final int DIRECTORIES = 64;

  private static final int MARKS = 16;

  /** Fewer names are read again sooner than they are remembered. */
  private static final int WORTH_IT = 500;

  /**
   * A directory that was changed a moment ago may be changed again within the same tick of its
   * clock, which its version would not show. Ticks are some milliseconds on filesystems of Linux;
   * the rest of it is for servers of network filesystems, who stamp changes by clocks of their own:
   * one that is ahead of this machine costs marks, one that is more than 2 s behind could hide a
   * change made in the same tick as the one before. Such servers need NTP as this machine does.
   */
  private static final Duration QUIET = Duration.ofSeconds(2);

  private record Marks(DirectoryVersion version, Map<Integer, ListingMark> byCount) {}

  /**
   * Behind so many names.
   *
   * @param count names before it that count in pages
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

  /** Forgets what was used longest ago. */
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
