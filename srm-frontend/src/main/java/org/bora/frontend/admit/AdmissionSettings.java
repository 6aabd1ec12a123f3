package org.bora.frontend.admit;

import java.time.Duration;
import java.util.Objects;

/**
 * Bounds of admission.
 *
 * @param callsInProgress calls of all callers at once
 * @param callsPerCaller calls of one certificate subject at once
 * @param deadline how long a call may take; shorter than the patience of clients (gfal2 waits 180 s
 *     for a reply, FTS less)
 * @param retryIn what a client that finds no room is told to wait
 * @param bans who is not served at all
 */
public record AdmissionSettings(
    int callsInProgress,
    int callsPerCaller,
    Duration deadline,
    Duration retryIn,
    BanSettings bans) {

  public AdmissionSettings {
    Objects.requireNonNull(bans, "bans");
    if (callsInProgress < 1) {
      throw new IllegalArgumentException(
          "admission.callsInProgress is " + callsInProgress + "; allowed is 1 or more");
    }
    if (callsPerCaller < 1 || callsPerCaller > callsInProgress) {
      throw new IllegalArgumentException(
          "admission.callsPerCaller is "
              + callsPerCaller
              + "; allowed is 1 to callsInProgress ("
              + callsInProgress
              + ")");
    }
    within("deadline", deadline, Duration.ofSeconds(1), Duration.ofHours(1));
    within("retryIn", retryIn, Duration.ofSeconds(1), Duration.ofHours(1));
  }

  /** Room for the published stress test, 500 clients of one subject, and as much again. */
  public static AdmissionSettings defaults() {
    return new AdmissionSettings(
        1000, 500, Duration.ofSeconds(60), Duration.ofSeconds(10), BanSettings.defaults());
  }

  private static void within(String key, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "admission." + key + " is " + value + "; allowed is " + least + " to " + most);
    }
  }
}
