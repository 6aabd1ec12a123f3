package org.bora.launcher.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bora.api.figures.LinkFigures;
import org.bora.api.figures.Origin;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.frontend.dispatch.FiguresSender;
import org.bora.frontend.dispatch.RemoteBackend;
import org.bora.frontend.dispatch.RemoteBans;
import org.bora.launcher.check.Half;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.service.NotifySocket;

/** A frontend alone; its backends are elsewhere. */
public final class FrontendProcess extends Role {
  private static final int SRM_PORT = 8444;

  private DispatchSettings dispatch;
  private BackendPool pool;
  private FrontendParts.Open open;

  /**
   * Prepares a start; nothing happens yet.
   *
   * @param directory where its logs go
   * @param manager is told when the process is taken out of service
   */
  public FrontendProcess(Configuration configuration, Path directory, NotifySocket manager) {
    super(Origin.Kind.FRONTEND, "frontend", configuration, manager);
    Objects.requireNonNull(directory, "directory");
    in(Phase.CHECK, _ -> check());
    in(Phase.PROCESS, parts -> process(directory, parts));
    in(Phase.LINK, this::findBackends);
    in(Phase.DOOR, this::openDoor);
    in(Phase.ADMIN, this::openAdmin);
  }

  /**
   * Opens the SRM port. Backends that are not there yet are looked for as long as it runs.
   *
   * @return where it listens, for people
   * @throws StartFailure with a sentence for the administrator
   */
  @Override
  public String start() throws IOException, InterruptedException, StartFailure {
    begin();
    return configuration.endpoint().host() + ":" + open.door().port();
  }

  private void check() throws StartFailure {
    dispatch =
        configuration
            .link()
            .dispatch()
            .orElseThrow(
                () ->
                    new StartFailure(
                        "link.backends names no backend in "
                            + configuration.file()
                            + "; write HOST:PORT of each backend"));
    Preflight.check(configuration, Half.FRONTEND, Optional.empty(), Optional.empty());
  }

  private void findBackends(Running parts) throws StartFailure {
    try {
      pool = parts.add("backends", BackendPool.overTls(dispatch, threads.timer()));
    } catch (IOException | GeneralSecurityException e) {
      throw new StartFailure("the certificates of 'link' cannot be used: " + e.getMessage());
    }
    health.need("backends", this::trouble);
  }

  private Optional<String> trouble() {
    List<LinkFigures> links = pool.figures();
    return links.stream().anyMatch(LinkFigures::ready)
        ? Optional.empty()
        : Optional.of(
            "no backend is ready"
                + links.stream()
                    .map(link -> "; " + link.backend() + ": " + link.trouble())
                    .collect(Collectors.joining()));
  }

  private void openDoor(Running parts) throws StartFailure {
    Gates gates = Gates.of(configuration);
    admin.bans(OrderedBans.watch(new RemoteBans(pool), gates, threads, parts));
    open =
        FrontendParts.open(
            configuration,
            gates,
            configuration.endpoint().port().orElse(SRM_PORT),
            new RemoteBackend(pool, Clock.systemUTC(), observation.tracing()),
            audit,
            observation,
            threads,
            parts);
    reloads.add(gates.part());
    admin.state().calls(gates::state);
    observation.process(configuration.endpoint().host(), open.door().port(), audit.log());
    observation.frontend(open.door(), gates.view(), pool::figures);
  }

  private void openAdmin(Running parts) throws StartFailure {
    admin.state().backends(pool::figures);
    observation.report(new FiguresSender(pool), Clock.systemUTC(), threads, parts);
    administer(List.of(open.drain()), parts);
  }
}
