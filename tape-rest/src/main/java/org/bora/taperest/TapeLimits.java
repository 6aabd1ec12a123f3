package org.bora.taperest;

import java.time.Duration;
import java.util.Objects;

/**
 * The limits of a call; the discovery document lists them.
 *
 * @param files per stage request, cancel or release
 * @param paths per query for archive information
 * @param bodyBytes of one call
 * @param bodiesTogether bytes of the bodies of all calls in progress
 * @param bodiesOfCaller the same of one caller
 * @param diskLifetime default for a file without one
 */
public record TapeLimits(
    int files,
    int paths,
    int bodyBytes,
    int bodiesTogether,
    int bodiesOfCaller,
    Duration diskLifetime) {

  public TapeLimits {
    Objects.requireNonNull(diskLifetime, "diskLifetime");
    if (Math.min(files, Math.min(paths, bodyBytes)) < 1) {
      throw new IllegalArgumentException(
          "files " + files + ", paths " + paths + ", bytes " + bodyBytes + ": at least 1 each");
    }
  }
}
