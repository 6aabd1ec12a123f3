package org.bora.http.flow;

import java.util.Optional;

/**
 * The purpose of a transfer.
 *
 * @param experiment from the registry of SciTags, from 1 on
 * @param activity of the experiment, 1 to 63
 */
public record SciTag(int experiment, int activity) {
  private static final int ACTIVITY_BITS = 6;
  private static final int MOST = 0xffff;

  public SciTag {
    if (experiment < 1 || activity < 1 || activity >= 1 << ACTIVITY_BITS) {
      throw new IllegalArgumentException(experiment + "." + activity + " is no SciTag");
    }
  }

  /** Reads the header {@code SciTag}: experiment and activity in one number. Empty where wrong. */
  public static Optional<SciTag> of(String header) {
    try {
      int number = header == null ? 0 : Integer.parseInt(header.strip());
      int activity = number & (1 << ACTIVITY_BITS) - 1;
      int experiment = number >> ACTIVITY_BITS;
      return number <= MOST && experiment > 0 && activity > 0
          ? Optional.of(new SciTag(experiment, activity))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
