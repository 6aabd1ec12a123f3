package org.bora.backend.stage.board;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.bora.port.PortBounds;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Settings of the board's port.
 *
 * @param host name or address to listen on
 * @param port 0: any free port
 * @param tokens file with the tokens of pullers, see {@link BearerTokens}
 * @param tls false only for this machine's own addresses, because tokens could be read on the
 *     network
 * @param lease how long a silent puller keeps a task
 * @param bounds limits of connections and times
 */
public record BoardSettings(
    @Key(preset = "0.0.0.0", form = Key.Form.HOST, allowed = "a name or an address to listen on")
        String host,
    @Key(preset = "8447", form = Key.Form.PORT) int port,
    @Key(preset = "recall-table.tokens") Path tokens,
    @Key(preset = "true") boolean tls,
    @Key(name = "puller-lease", preset = "30m", least = "1s", most = "7d") Duration lease,
    @Flat(presets = {"500", "250", "250", "30s"}) PortBounds bounds)
    implements Keys {

  public BoardSettings {
    Keys.check(BoardSettings.class, host, port, tokens, tls, lease, bounds);
    if (host.isBlank()) {
      throw new IllegalArgumentException("host: a name or an address is needed");
    }
    if (!tls && !isOwn(host)) {
      throw new IllegalArgumentException(
          "tls: false is for 127.0.0.1 and ::1 only: on the way to "
              + host
              + " others could read the tokens");
    }
  }

  /**
   * 500 connections, half of them for one token: the pullers of a library share a token, and run on
   * one or two machines.
   */
  public static PortBounds presetBounds() {
    return Keys.defaults(BoardSettings.class).bounds();
  }

  /** Addresses only: a name may lead elsewhere tomorrow. */
  private static boolean isOwn(String host) {
    return host.matches("127(\\.[0-9]{1,3}){3}")
        || host.equals(InetAddress.getLoopbackAddress().getHostAddress())
        || host.equals("::1");
  }
}
