package org.bora.backend.operation.directory;

import java.time.Duration;

/**
 * Limits and modes of the directory functions.
 *
 * @param maxEntries children that one srmLs reply holds at most, over all its SURLs and levels, 1
 *     to 100,000. The default of 1000 is the page that gfal2 asks for once a listing was cut (ARC
 *     asks for 999), so that a page is never cut again
 * @param maxLevels levels that one srmLs descends at most, 1 to 100; one directory stays open per
 *     level
 * @param maxSurls SURLs in one srmLs or srmRm, 1 to 100,000
 * @param directoryMode permission bits of a directory made by srmMkdir, 0700 to 07777, always with
 *     all rights of the owner
 * @param replyMargin how long before the caller's deadline a recursive srmRmdir stops, 10 ms to 1
 *     min
 */
public record DirectorySettings(
    int maxEntries, int maxLevels, int maxSurls, int directoryMode, Duration replyMargin) {

  private static final int MOST = 100_000;
  private static final int MOST_LEVELS = 100;
  private static final int OWNER_ALL = 0700;
  private static final int ALL_BITS = 07777;
  private static final Duration LEAST_MARGIN = Duration.ofMillis(10);
  private static final Duration MOST_MARGIN = Duration.ofMinutes(1);

  public DirectorySettings {
    requireWithin("maxEntries", maxEntries, MOST);
    requireWithin("maxLevels", maxLevels, MOST_LEVELS);
    requireWithin("maxSurls", maxSurls, MOST);
    if ((directoryMode & OWNER_ALL) != OWNER_ALL || (directoryMode & ~ALL_BITS) != 0) {
      throw new IllegalArgumentException(
          "directoryMode: "
              + Integer.toOctalString(directoryMode)
              + " is not allowed: 0700 to 07777 with all rights of the owner");
    }
    if (replyMargin.compareTo(LEAST_MARGIN) < 0 || replyMargin.compareTo(MOST_MARGIN) > 0) {
      throw new IllegalArgumentException(
          "replyMargin: "
              + replyMargin
              + " is not allowed: "
              + LEAST_MARGIN
              + " to "
              + MOST_MARGIN);
    }
  }

  private static void requireWithin(String key, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(key + ": " + value + " is not allowed: 1 to " + most);
    }
  }

  public static DirectorySettings defaults() {
    return new DirectorySettings(1_000, 32, 10_000, 0755, Duration.ofSeconds(1));
  }
}
