package org.bora.door.admit;

import java.time.Duration;
import java.util.Objects;
import org.bora.door.admit.turn.TurnSettings;

/**
 * Bounds of admission.
 *
 * @param callsInProgress calls of all callers at once, those that wait in line among them
 * @param callsPerCaller calls of one certificate subject at once; never more than twice of what is
 *     left of {@code callsInProgress} for others
 * @param deadline how long a call may take, from its arrival to its answer; shorter than the
 *     patience of clients (gfal2 waits 180 s for a reply, FTS less)
 * @param retryIn about what a client that finds no room is told to wait
 * @param transfers how many transfers may go on, which are not counted as calls
 * @param turns who of those that are let in asks the backend when
 * @param bans who is not served at all
 */
public record AdmissionSettings(
    int callsInProgress,
    int callsPerCaller,
    Duration deadline,
    Duration retryIn,
    TransferSettings transfers,
    TurnSettings turns,
    BanSettings bans) {

  public AdmissionSettings {
    Objects.requireNonNull(transfers, "transfers");
    Objects.requireNonNull(turns, "turns");
    Objects.requireNonNull(bans, "bans");
    if (callsInProgress < 1) {
      throw new IllegalArgumentException(
          "admission.calls is " + callsInProgress + "; allowed is 1 or more");
    }
    if (callsPerCaller < 1 || callsPerCaller > callsInProgress) {
      throw new IllegalArgumentException(
          "admission.calls-per-caller is "
              + callsPerCaller
              + "; allowed is 1 to admission.calls ("
              + callsInProgress
              + ")");
    }
    within("deadline", deadline, Duration.ofSeconds(1), Duration.ofHours(1));
    within("retry-in", retryIn, Duration.ofSeconds(1), Duration.ofHours(1));
  }

  /**
   * Room for 2,500 clients of one subject, five times the published stress test, and as many of
   * others: a call that waits holds some 20 kB.
   */
  public static AdmissionSettings defaults() {
    return new AdmissionSettings(
        4000,
        2500,
        Duration.ofSeconds(60),
        Duration.ofSeconds(10),
        TransferSettings.defaults(),
        TurnSettings.defaults(),
        BanSettings.defaults());
  }

  private static void within(String key, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "admission." + key + " is " + value + "; allowed is " + least + " to " + most);
    }
  }
}
