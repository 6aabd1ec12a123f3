package org.bora.backend.serve;

import java.time.Duration;
import org.bora.port.PortBounds;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Limits of frontends and unknown clients at a backend's port.
 *
 * @param largestQuestionBytes size of the largest accepted request
 * @param longestCall limit of the duration of a call, even if it has a later deadline or none
 * @param connections how many are open, and whose; their time runs from the opening until a known
 *     frontend has shown its certificate and speaks HTTP/2
 */
public record LinkBounds(
    @Key(name = "largest-message", preset = "64MiB", least = "1MiB", most = "2147483647B")
        int largestQuestionBytes,
    @Key(preset = "10m", least = "1s", most = "1d") Duration longestCall,
    @Flat(presets = {"400", "200", "100", "10s"}) PortBounds connections)
    implements Keys {

  public LinkBounds {
    Keys.check(LinkBounds.class, largestQuestionBytes, longestCall, connections);
  }

  /** Requests up to 64 MiB, calls up to 10 minutes. */
  public static LinkBounds defaults() {
    return Keys.defaults(LinkBounds.class);
  }

  /**
   * 400 connections, of which a frontend needs one; 10 s for a handshake, which takes tens of
   * milliseconds.
   */
  public static PortBounds presetConnections() {
    return defaults().connections();
  }
}
