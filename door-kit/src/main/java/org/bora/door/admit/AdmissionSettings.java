package org.bora.door.admit;

import java.time.Duration;
import org.bora.door.admit.turn.TurnSettings;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Limits of admission: the section {@code admission}.
 *
 * @param callsInProgress maximum number of calls of all callers at once, including waiting ones
 * @param callsPerCaller maximum number of calls of one certificate subject at once; never more than
 *     twice what {@code callsInProgress} leaves for others
 * @param deadline how long a call may take, from arrival to answer; shorter than the time-outs of
 *     clients (gfal2 waits 180 s for a reply, FTS less)
 * @param retryIn approximate time after which a refused client should try again
 * @param transfers limits of transfers, which do not count as calls
 * @param turns how admitted calls take turns at the backend
 * @param bans callers who are not served
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
