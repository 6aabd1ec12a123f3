package org.bora.server.config;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.gridftp.watch.GridFtpServerSettings.Sharing;
import org.bora.gridftp.watch.WatchSettings;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The GridFTP servers that clients are sent to.
 *
 * @param doors of the site, without the one that {@code up} runs
 * @param watch settings of the health checks
 * @param sharing how requests are distributed among healthy servers
 * @param settling for {@link Sharing#STEADY_FIRST}: how long a server must stay up to count as
 *     steady
 * @param probe how deep a check goes
 */
public record GridFtpSettings(
    List<GridFtpEndpoint> doors,
    WatchSettings watch,
    Sharing sharing,
    Duration settling,
    Probe probe) {

  /** How deep a check goes. */
  public enum Probe {
    /** The server greets. */
    GREETING,
    /** It proves its name and accepts the host certificate. */
    HANDSHAKE,
    /** It also maps the host certificate to a local account. */
    LOGIN
  }

  public GridFtpSettings {
    doors = List.copyOf(doors);
    Objects.requireNonNull(watch, "watch");
    Objects.requireNonNull(sharing, "sharing");
    Objects.requireNonNull(settling, "settling");
    Objects.requireNonNull(probe, "probe");
  }

  /** An element of the list {@code doors}. */
  private record Said(
      @Key(form = Key.Form.HOST, allowed = "the host name of its certificate") String host,
      @Key(preset = "2811", least = "1", most = "65535") int port,
      @Key Optional<String> name,
      @Key(allowed = "a path to put before the physical one in TURLs") Optional<String> prefix)
      implements Making<GridFtpEndpoint> {

    @Override
    public GridFtpEndpoint settings() {
      return new GridFtpEndpoint(name.orElse(host + ":" + port), host, port, prefix.orElse(""));
    }
  }

  /** The section {@code door-watch}. */
  private record Watch(
      @Flat WatchSettings checks,
      @Key(preset = "round-robin") Sharing sharing,
      @Key(preset = "1m", least = "1ms", most = "1h") Duration settling,
      @Key(preset = "handshake") Probe probe)
      implements Keys {}

  static GridFtpSettings read(Section root) {
    List<GridFtpEndpoint> doors =
        root.sections("doors").stream().flatMap(each -> each.made(Said.class).stream()).toList();
    Watch said = root.section("door-watch").bind(Watch.class);
    return new GridFtpSettings(doors, said.checks, said.sharing, said.settling, said.probe);
  }
}
