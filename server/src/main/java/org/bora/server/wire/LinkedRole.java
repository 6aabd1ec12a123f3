package org.bora.server.wire;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bora.api.Backend;
import org.bora.api.figures.LinkFigures;
import org.bora.api.figures.Origin;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.frontend.dispatch.FiguresSender;
import org.bora.frontend.dispatch.RemoteBackend;
import org.bora.frontend.dispatch.RemoteSite;
import org.bora.server.check.Half;
import org.bora.server.config.Configuration;
import org.bora.server.service.NotifySocket;

/**
 * A role without a backend in its process: clients connect to its port, and it calls backends over
 * the link.
 */
abstract class LinkedRole extends Role {
  private final Half half;
  private DispatchSettings dispatch;
  private BackendPool pool;
  private PortParts.Open open;

  LinkedRole(
      Origin.Kind kind, String name, Half half, Configuration configuration, NotifySocket manager) {
    super(kind, name, configuration, manager);
    this.half = half;
  }

  /** What it is to its backends. */
  abstract DispatchSettings dispatch(DispatchSettings written);

  /**
   * Compares the configuration with the machine.
   *
   * @throws StartFailure with everything that is wrong
   */
  final void check() throws StartFailure {
    dispatch =
        configuration
            .link()
            .dispatch()
            .map(this::dispatch)
            .orElseThrow(
                () ->
                    new StartFailure(
                        "link.backends names no backend in "
                            + configuration.file()
                            + "; write HOST:PORT of each backend"));
    StartCheck.check(configuration, half, Optional.empty(), Optional.empty());
  }

  /** Begins to connect to the backends. */
  final void findBackends(Running parts) throws StartFailure {
    try {
      pool = parts.add("backends", BackendPool.overTls(dispatch, threads.timer()));
    } catch (IOException | GeneralSecurityException e) {
      throw new StartFailure("the certificates of 'link' cannot be used: " + e.getMessage());
    }
    health.need("backends", this::trouble);
    admin.state().certificates(pool::certificates);
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

  /** All backends, as one. */
  final Backend backend() {
    return new RemoteBackend(pool, Clock.systemUTC(), observation.tracing());
  }

  /** What they tell this process for itself. */
  final RemoteSite site() {
    return new RemoteSite(pool);
  }

  /** Admission, with the administrators' bans. */
  final Gates gates(Running parts) {
    Gates gates = Gates.of(configuration);
    admin.bans(BanWatch.begin(site(), gates, observation.transfers()::end, threads, parts));
    reloads.add(gates.part());
    return gates;
  }

  /** Clients are served at this port. */
  final void serves(PortParts.Open port, Gates gates) {
    open = port;
    admin.state().calls(gates::state);
    admin.state().certificates(port.door()::certificates);
    observation.process(configuration.endpoint().host(), port.door().port(), audit.log());
    observation.frontend(port.door(), gates.view(), pool::figures);
  }

  /** Tells backends and administrators of this process. */
  final void openAdmin(Running parts) throws StartFailure {
    admin.state().backends(pool::figures);
    observation.report(new FiguresSender(pool), Clock.systemUTC(), threads, parts);
    administer(List.of(open.drain()), parts);
  }

  /** Whether clients are welcome: not while it drains. */
  final boolean isServing() {
    return open.drain().isReady();
  }

  /** Where clients reach it, for people. */
  final String address() {
    return configuration.endpoint().host() + ":" + open.door().port();
  }
}
