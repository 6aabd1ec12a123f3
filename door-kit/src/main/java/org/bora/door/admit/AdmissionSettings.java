package org.bora.door.admit;

import java.time.Duration;
import org.bora.door.admit.turn.TurnSettings;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Bounds of admission: the section {@code admission}.
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
    @Key(name = "calls", preset = "4000", least = "1", most = "1000000") int callsInProgress,
    @Key(preset = "2500", least = "1", most = "1000000") int callsPerCaller,
    @Key(preset = "1m", least = "1s", most = "1h") Duration deadline,
    @Key(preset = "10s", least = "1s", most = "1h") Duration retryIn,
    TransferSettings transfers,
    @Flat TurnSettings turns,
    @Flat BanSettings bans)
    implements Keys {

  public AdmissionSettings {
    Keys.check(
        AdmissionSettings.class,
        callsInProgress,
        callsPerCaller,
        deadline,
        retryIn,
        transfers,
        turns,
        bans);
    if (callsPerCaller > callsInProgress) {
      throw new IllegalArgumentException(
          "admission.calls-per-caller is "
              + callsPerCaller
              + "; allowed is 1 to admission.calls ("
              + callsInProgress
              + ")");
    }
  }

  /**
   * Room for 2,500 clients of one subject, five times the published stress test, and as many of
   * others: a call that waits holds some 20 kB.
   */
  public static AdmissionSettings defaults() {
    return Keys.defaults(AdmissionSettings.class);
  }

  /** The same where these are banned. */
  public AdmissionSettings with(BanSettings banned) {
    return new AdmissionSettings(
        callsInProgress, callsPerCaller, deadline, retryIn, transfers, turns, banned);
  }
}
