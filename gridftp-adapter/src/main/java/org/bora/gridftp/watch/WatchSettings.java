package org.bora.gridftp.watch;

import java.time.Duration;
import org.bora.settings.Allowed;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * How servers are checked.
 *
 * @param interval from the start of one check of a server to the start of the next; 100 ms to 1 h
 * @param timeout longest duration of one check; at least 10 ms, at most the interval
 * @param failuresToClose checks in a row that must fail before a healthy server gets no more TURLs;
 *     1 to 100
 * @param successesToOpen checks in a row that must pass before it gets them again; 1 to 100
 */
public record WatchSettings(
    @Key(preset = "10s", least = "100ms", most = "1h") Duration interval,
    @Key(preset = "5s", least = "10ms", most = "1h") Duration timeout,
    @Key(preset = "2", least = "1", most = "100") int failuresToClose,
    @Key(preset = "2", least = "1", most = "100") int successesToOpen)
    implements Keys {

  public WatchSettings {
    Keys.check(WatchSettings.class, interval, timeout, failuresToClose, successesToOpen);
    Allowed.within("timeout", timeout, Duration.ofMillis(10), interval);
  }

  /**
   * Every 10 s, 5 s each, two of a kind to change. A check costs the server one forked process and
   * one TLS handshake, some 20 ms of its CPU: 0.2 % at 10 s. A dead server is closed within 20 s
   * and a silent one within 25 s, shorter than clients retry; two of a kind, so that neither a
   * restart of a second nor a single good answer under overload moves traffic.
   */
  public static WatchSettings defaults() {
    return Keys.defaults(WatchSettings.class);
  }

  /** When the watch gives up a check that has outstayed its own time-out. */
  Duration abandonAfter() {
    return timeout.multipliedBy(3).dividedBy(2);
  }
}
