package org.bora.launcher.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.peer.PeerFiles;
import org.bora.backend.serve.LinkBounds;
import org.bora.backend.serve.ServeSettings;
import org.bora.door.PortBounds;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.frontend.dispatch.Endpoint;

/**
 * How frontends and backends talk when they are processes of their own: gRPC over mutual TLS.
 *
 * @param dispatch for a frontend; empty when the file names no backends
 * @param serve for a backend; empty when the file names no frontends
 */
public record LinkSettings(Optional<DispatchSettings> dispatch, Optional<ServeSettings> serve) {

  private static final int PORT = 8445;
  private static final long LEAST = 1 << 20;

  public LinkSettings {
    Objects.requireNonNull(dispatch, "dispatch");
    Objects.requireNonNull(serve, "serve");
  }

  /** The same, for the frontends that {@code next} names. */
  LinkSettings taking(LinkSettings next) {
    return new LinkSettings(dispatch, serve.map(own -> next.serve.map(own::naming).orElse(own)));
  }

  static LinkSettings read(Section section, Path base) {
    ValueType<Path> path = Values.path(base);
    PeerFiles files =
        new PeerFiles(
            section.value("authorities", path, "/etc/bora/link-ca.pem"),
            section.value("certificate", path, "/etc/bora/link-cert.pem"),
            section.value("key", path, "/etc/bora/link-key.pem"));
    int largest =
        section.value("largest-message", Values.size(LEAST, Integer.MAX_VALUE), "64MiB").intValue();
    Optional<DispatchSettings> dispatch = dispatch(section, files, largest);
    Optional<ServeSettings> serve = serve(section, files, largest);
    section.finish();
    return new LinkSettings(dispatch, serve);
  }

  private static Optional<DispatchSettings> dispatch(
      Section section, PeerFiles files, int largest) {
    ValueType<Endpoint> endpoint =
        new ValueType<>("HOST:PORT of a backend", "localhost:" + PORT, Endpoint::parse);
    List<Endpoint> backends = section.list("backends", endpoint);
    Duration retry =
        section.value(
            "retry-lost-backends",
            Values.duration(Duration.ofMillis(100), Duration.ofMinutes(5)),
            "2s");
    Duration silence =
        section.value(
            "silence", Values.duration(Duration.ofSeconds(1), Duration.ofMinutes(1)), "3s");
    return backends.isEmpty()
        ? Optional.empty()
        : section.build(() -> new DispatchSettings(backends, files, largest, retry, silence));
  }

  private static Optional<ServeSettings> serve(Section section, PeerFiles files, int largest) {
    List<String> frontends =
        section.list("frontends", Values.text("the subject of a frontend's certificate"));
    String address = section.value("address", Values.host("an address of this machine"), "0.0.0.0");
    int port = section.value("port", Values.port(), "" + PORT);
    Duration longest =
        section.value(
            "longest-call", Values.duration(Duration.ofSeconds(1), Duration.ofDays(1)), "10m");
    Duration reload =
        section.value(
            "reload-certificates",
            Values.duration(Duration.ofMillis(100), Duration.ofDays(1)),
            "10s");
    PortBounds connections =
        PortBoundsSection.read(section, LinkBounds.presetConnections())
            .orElseGet(LinkBounds::presetConnections);
    LinkBounds bounds = new LinkBounds(largest, longest, connections);
    return frontends.isEmpty()
        ? Optional.empty()
        : section.build(() -> new ServeSettings(address, port, files, frontends, bounds, reload));
  }
}
