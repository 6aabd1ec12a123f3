package org.bora.storage.posix;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.bora.storage.linux.StatCalls.Stat;

/**
 * Caches attributes of recently examined files (docs/adr/0071). They are valid as long as all parts
 * of the file's status are unchanged: the kernel updates the change time (ctime) with every change
 * of an attribute, and no process can set it. Thread safe. The cache is limited: the least recently
 * used entry is dropped.
 */
final class RecentAttributes {
  /** Files of all areas of a process; one takes about 1.1 kB. */
  private static final int MOST = 1 << 15;

  /**
   * A file that changed later than this is read anew: a filesystem that counts whole seconds
   * (Lustre) may show the same time for two changes.
   */
  static final Duration SETTLED = Duration.ofSeconds(5);

  /** Those of all areas of this process. */
  static final RecentAttributes HERE = new RecentAttributes(InstantSource.system(), MOST);

  /** Nothing is ever remembered here: each attribute is read. */
  static final RecentAttributes NONE = new RecentAttributes(InstantSource.system(), 0);

  private final InstantSource clock;
  private final Map<Stat, KnownFile> recent;

  RecentAttributes(InstantSource clock, int most) {
    this.clock = clock;
    this.recent =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Stat, KnownFile> eldest) {
            return size() > most;
          }
        };
  }

  /** What a file with this status carries, where that is known. */
  Optional<KnownFile> find(Stat stat) {
    synchronized (recent) {
      return Optional.ofNullable(recent.get(stat));
    }
  }

  /** Keeps attributes that were read after the file's status. */
  void keep(Stat stat, KnownFile known) {
    if (stat.isFile() && stat.changed().plus(SETTLED).isBefore(clock.instant())) {
      synchronized (recent) {
        recent.put(stat, known);
      }
    }
  }
}
