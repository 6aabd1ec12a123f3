package org.bora.backend.pin;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.bora.backend.request.NameKey;

/**
 * What one caller was admitted to keep since a sum began. A file counts once, as in the sum itself,
 * because a campaign may request the same files many times. Thread safe.
 */
final class LetIn {
  /**
   * The number of files that are distinguished; beyond it each admission counts. They take about a
   * megabyte.
   */
  static final int FILES = 10_000;

  private final Set<NameKey> files = new HashSet<>();
  private long bytes;

  synchronized long bytes() {
    return bytes;
  }

  /** What these files would add. */
  synchronized long more(Map<NameKey, Long> wanted) {
    return wanted.entrySet().stream()
        .filter(file -> !files.contains(file.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /**
   * Adds a file.
   *
   * @param size 0 of a file that is on tape alone, which will count when it has come
   */
  synchronized void add(NameKey file, long size) {
    if (size > 0 && !files.contains(file)) {
      bytes += size;
      if (files.size() < FILES) {
        files.add(file);
      }
    }
  }
}
