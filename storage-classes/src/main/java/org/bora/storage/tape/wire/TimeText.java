package org.bora.storage.tape.wire;

import java.time.Duration;
import java.util.Locale;

/** Formats durations for people. */
public final class TimeText {
  private TimeText() {}

  /** For example {@code 24h}, {@code 1m30s}, {@code 0.3s}. */
  public static String of(Duration time) {
    return time.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
