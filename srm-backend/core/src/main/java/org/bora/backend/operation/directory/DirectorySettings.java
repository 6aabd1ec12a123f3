package org.bora.backend.operation.directory;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Limits and modes of the directory functions.
 *
 * @param maxEntries maximum number of children in one srmLs reply, over all SURLs and levels. The
 *     default of 1000 is the page that gfal2 asks for once a listing was cut (ARC asks for 999), so
 *     that a page is never cut again
 * @param maxLevels maximum number of levels that one srmLs descends; one directory stays open for
 *     each level
 * @param maxSurls maximum number of SURLs in one srmLs or srmRm
 * @param directoryMode permission bits of a directory made by srmMkdir, 0700 to 07777, always with
 *     all rights of the owner
 * @param replyMargin how long before the caller's deadline a recursive srmRmdir stops
 */
public record DirectorySettings(
    @Key(name = "entries-per-reply", preset = "1000", least = "1", most = "100000") int maxEntries,
    @Key(name = "levels", preset = "32", least = "1", most = "100") int maxLevels,
    @Key(name = "surls-per-call", preset = "10000", least = "1", most = "100000") int maxSurls,
    @Key(name = "mode", preset = "0755", form = Key.Form.MODE) int directoryMode,
    @Key(preset = "1s", least = "10ms", most = "1m") Duration replyMargin)
    implements Keys {

  private static final int OWNER_ALL = 0700;
  private static final int ALL_BITS = 07777;

  public DirectorySettings {
    Keys.check(
        DirectorySettings.class, maxEntries, maxLevels, maxSurls, directoryMode, replyMargin);
    if ((directoryMode & OWNER_ALL) != OWNER_ALL || (directoryMode & ~ALL_BITS) != 0) {
      throw new IllegalArgumentException(
          "directoryMode: "
              + Integer.toOctalString(directoryMode)
              + " is not allowed: 0700 to 07777 with all rights of the owner");
    }
  }

  /** The same with another mode of new directories. */
  public DirectorySettings withMode(int mode) {
    return new DirectorySettings(maxEntries, maxLevels, maxSurls, mode, replyMargin);
  }

  public static DirectorySettings defaults() {
    return Keys.defaults(DirectorySettings.class);
  }
}
