package org.bora.server.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.figures.Origin;
import org.bora.files.Redirects;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.frontend.dispatch.RemoteSite;
import org.bora.server.check.Half;
import org.bora.server.config.Configuration;
import org.bora.server.config.EndpointSettings;
import org.bora.server.service.NotifySocket;

/**
 * An HTTP door alone, with S3 where that is configured, where the storage areas are mounted; its
 * backends are elsewhere.
 */
public final class DoorProcess extends LinkedRole {
  private static final int S3_PORT = 9000;

  /** As often as doors tell of themselves. */
  private static final Duration BOARD = Duration.ofSeconds(5);

  private Areas areas;

  /**
   * Prepares a start without effect yet.
   *
   * @param directory for its logs
   * @param manager learns when the process is taken out of service
   */
  public DoorProcess(Configuration configuration, Path directory, NotifySocket manager) {
    super(Origin.Kind.DOOR, "door", Half.DOOR, configuration, manager);
    Objects.requireNonNull(directory, "directory");
    in(Phase.CHECK, _ -> check());
    in(Phase.PROCESS, parts -> process(directory, parts));
    in(Phase.LINK, this::link);
    in(Phase.DOOR, this::openDoor);
    in(Phase.ADMIN, this::openAdmin);
  }

  /** Its callers may have grants. */
  @Override
  DispatchSettings dispatch(DispatchSettings written) {
    return written.ofDoor();
  }

  /**
   * Opens the HTTP port. Backends and areas that are not there yet are looked for as long as it
   * runs.
   *
   * @return where it listens, for people
   * @throws StartFailure with a sentence for the administrator
   */
  @Override
  public String start() throws IOException, InterruptedException, StartFailure {
    begin();
    return address();
  }

  /** Which directory an area is only backends can tell. */
  private void link(Running parts) throws StartFailure {
    findBackends(parts);
    areas = Areas.openForDoor(configuration, site(), threads, parts);
    health.need("storage", areas::trouble);
    admin.state().trouble(() -> AreaOrders.troubles(areas.gates()));
  }

  /** Where doors of this configuration listen; empty where it names no HTTP. */
  static OptionalInt port(EndpointSettings endpoint) {
    Optional<OptionalInt> written = endpoint.httpPort();
    return written.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(written.get().orElse(TokenParts.USUAL_PORT));
  }

  private void openDoor(Running parts) throws StartFailure {
    Gates gates = gates(parts);
    reloads.add(observation.bandwidth(configuration));
    int port = port(configuration.endpoint()).orElse(TokenParts.USUAL_PORT);
    Optional<OptionalInt> s3 = configuration.endpoint().s3Port();
    Optional<String> own = configuration.endpoint().redirectHost().map(host -> "https://" + host);
    Redirects redirects =
        new Redirects(
            own.map(host -> host + ":" + port),
            own.flatMap(host -> s3.map(known -> host + ":" + known.orElse(S3_PORT))),
            gates.admission()::transfersInProgress,
            new SecureRandom());
    HttpParts.Shared shared =
        new HttpParts.Shared(
            gates,
            backend(),
            areas.trees(),
            audit,
            observation,
            redirects,
            FrontendParts.traces(new SecureRandom()),
            reloads::add);
    serves(
        PortParts.open(
            "HTTP port",
            Listening.endpoint("http-port", configuration.endpoint(), port),
            HttpParts.door(configuration, port, shared, threads, parts),
            gates,
            configuration.frontend(),
            () -> areas.trouble().isEmpty(),
            parts),
        gates);
    if (s3.isPresent()) {
      S3Parts.open(configuration, s3.get().orElse(S3_PORT), shared, threads, parts);
    }
    if (configuration.endpoint().redirectHost().isPresent()) {
      tellOthers(redirects, parts);
    }
  }

  /** Other doors send clients here, and this one sends clients there. */
  private void tellOthers(Redirects redirects, Running parts) {
    observation.load(() -> isServing() ? redirects.load() : Optional.empty());
    RemoteSite backends = site();
    Repeated looks =
        Repeated.every(BOARD, "other doors", () -> redirects.know(backends.doors()), threads);
    // as what only closes, and is no duty
    AutoCloseable apart = () -> looks.close();
    parts.add("other doors", apart);
  }
}
