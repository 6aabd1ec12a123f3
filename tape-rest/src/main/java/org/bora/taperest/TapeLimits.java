package org.bora.taperest;

import java.time.Duration;
import java.util.Objects;

/**
 * What one call may ask for; the discovery document names it.
 *
 * @param files in a stage request, a cancel or a release
 * @param paths in a question for archive information
 * @param bodyBytes of one call
 * @param bodiesTogether bytes of the bodies of all calls in progress
 * @param bodiesOfCaller the same of one caller
 * @param diskLifetime of a file for which none is asked
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
