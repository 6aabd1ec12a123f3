package org.bora.launcher.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.figures.Origin;
import org.bora.audit.AuditTrail;
import org.bora.frontend.dispatch.BackendPool;
import org.bora.frontend.dispatch.DispatchSettings;
import org.bora.frontend.dispatch.FiguresSender;
import org.bora.frontend.dispatch.RemoteBackend;
import org.bora.frontend.dispatch.RemoteBans;
import org.bora.launcher.audit.AuditParts;
import org.bora.launcher.check.Half;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.drain.DrainVerb;
import org.bora.launcher.service.NotifySocket;
import org.bora.launcher.status.BackendsVerb;

/** A frontend alone; its backends are elsewhere. */
public final class FrontendProcess implements AutoCloseable {
  private static final int SRM_PORT = 8444;

  private final Configuration configuration;
  private final Path directory;
  private final NotifySocket manager;
  private final Running running = new Running();
  private AuditParts audit;
  private final List<Reload.Part> reloads = new ArrayList<>();
  private final Map<String, ControlServer.Verb> verbs = new HashMap<>();
  private final AdminParts admin;

  /**
   * Prepares a start; nothing happens yet.
   *
   * @param directory where its logs go
   * @param manager is told when the process is taken out of service
   */
  public FrontendProcess(Configuration configuration, Path directory, NotifySocket manager) {
    this.manager = Objects.requireNonNull(manager, "manager");
    this.directory = Objects.requireNonNull(directory, "directory");
    this.configuration = Objects.requireNonNull(configuration, "configuration");
    this.admin = new AdminParts("frontend", configuration);
  }

  /**
   * Opens the SRM port. Backends that are not there yet are looked for as long as it runs.
   *
   * @return where it listens, for people
   * @throws StartFailure with a sentence for the administrator
   */
  public String start() throws StartFailure {
    DispatchSettings dispatch =
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
    Threads threads = running.add("threads", Threads.start());
    audit = running.add("audit log", openAudit(threads));
    Observation observation =
        running.add(
            "observation", Observation.begin(Origin.Kind.FRONTEND, configuration.observation()));
    BackendPool pool;
    try {
      pool = running.add("backends", BackendPool.overTls(dispatch, threads.timer()));
    } catch (IOException | GeneralSecurityException e) {
      throw new StartFailure("the certificates of 'link' cannot be used: " + e.getMessage());
    }
    Gates gates = Gates.of(configuration);
    admin.bans(OrderedBans.watch(new RemoteBans(pool), gates, threads, running));
    reloads.add(gates.part());
    FrontendParts.Open open =
        FrontendParts.open(
            configuration,
            gates,
            configuration.endpoint().port().orElse(SRM_PORT),
            new RemoteBackend(pool, Clock.systemUTC(), observation.tracing()),
            audit,
            observation,
            threads,
            running);
    verbs.putAll(gates.verbs());
    verbs.putAll(audit.verbs());
    verbs.put(BackendsVerb.NAME, new BackendsVerb(pool::figures));
    verbs.put(DrainVerb.NAME, new DrainVerb(List.of(open.drain()), manager::doing));
    observation.process(configuration.endpoint().host(), open.door().port(), audit.log());
    observation.frontend(open.door(), gates.view(), pool::figures);
    observation.report(new FiguresSender(pool), Clock.systemUTC(), threads, running);
    admin.add(observation.routes());
    admin.open(reloads, verbs, audit.trail(), threads, running);
    return configuration.endpoint().host() + ":" + open.door().port();
  }

  private AuditParts openAudit(Threads threads) throws StartFailure {
    try {
      return AuditParts.open(configuration.audit(), directory, "frontend", threads.timer());
    } catch (IOException e) {
      throw new StartFailure(e.getMessage());
    }
  }

  /** What an administrator can ask of it, by verb; to be asked after the start. */
  public Map<String, ControlServer.Verb> verbs() {
    return Map.copyOf(verbs);
  }

  /** Where what administrators order is told; to be asked after the start. */
  public AuditTrail auditTrail() {
    return audit.trail();
  }

  /** Lets calls in progress end, then closes everything. */
  @Override
  public void close() {
    running.close();
  }
}
