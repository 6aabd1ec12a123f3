package org.bora.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.peer.PeerFiles;
import org.bora.backend.serve.LinkBounds;
import org.bora.backend.serve.ServeSettings;
import org.bora.frontend.dispatch.BackendEndpoint;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * How frontends and backends in separate processes talk: gRPC over mutual TLS.
 *
 * @param dispatch for a frontend; empty when the file names no backends
 * @param serve for a backend; empty when the file names no frontends
 */
public record LinkSettings(Optional<DispatchSettings> dispatch, Optional<ServeSettings> serve) {

  public LinkSettings {
    Objects.requireNonNull(dispatch, "dispatch");
    Objects.requireNonNull(serve, "serve");
  }

  /** The same, for the frontends that {@code next} names. */
  LinkSettings taking(LinkSettings next) {
    return new LinkSettings(dispatch, serve.map(own -> next.serve.map(own::naming).orElse(own)));
  }

  /** The section {@code link}. */
  private record Said(
      @Key(preset = "/etc/bora/link-ca.pem") Path authorities,
      @Key(preset = "/etc/bora/link-cert.pem") Path certificate,
      @Key(preset = "/etc/bora/link-key.pem") Path key,
      @Key List<BackendEndpoint> backends,
      @Key(preset = "2s", least = "100ms", most = "5m") Duration retryLostBackends,
      @Key(preset = "3s", least = "1s", most = "1m") Duration silence,
      @Key(allowed = "the subject of a frontend's or door's certificate") List<String> frontends,
      @Key(preset = "0.0.0.0", form = Key.Form.HOST, allowed = "an address of this machine")
          String address,
      @Key(preset = "8445", least = "1", most = "65535") int port,
      @Flat LinkBounds bounds,
      @Key(preset = "10s", least = "100ms", most = "1d") Duration reloadCertificates)
      implements Keys {

    PeerFiles files() {
      return new PeerFiles(authorities, certificate, key);
    }

    DispatchSettings dispatch() {
      return new DispatchSettings(
          backends, files(), bounds.largestQuestionBytes(), retryLostBackends, silence);
    }

    ServeSettings serve() {
      return new ServeSettings(address, port, files(), frontends, bounds, reloadCertificates);
    }
  }

  static LinkSettings read(Section section) {
    Said said = section.bind(Said.class);
    return new LinkSettings(
        said.backends.isEmpty() ? Optional.empty() : section.build(said::dispatch),
        said.frontends.isEmpty() ? Optional.empty() : section.build(said::serve));
  }
}
