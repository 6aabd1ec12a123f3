package org.bora.launcher.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.bora.api.figures.Origin;
import org.bora.audit.AuditTrail;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseNeed;
import org.bora.backend.database.Presence;
import org.bora.backend.locate.AreaPresence;
import org.bora.backend.serve.BackendServer;
import org.bora.backend.serve.HealthWatch;
import org.bora.backend.serve.ServeSettings;
import org.bora.backend.serve.Witnesses;
import org.bora.gridftp.door.Doors;
import org.bora.launcher.audit.AuditParts;
import org.bora.launcher.check.Half;
import org.bora.launcher.config.BackendSettings;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.drain.BackendDrain;
import org.bora.launcher.drain.DrainVerb;
import org.bora.launcher.drain.DutyDrain;
import org.bora.launcher.publish.PublishVerb;
import org.bora.launcher.service.NotifySocket;

/** A backend alone; its frontends are elsewhere. */
public final class BackendProcess implements AutoCloseable {
  private static final Duration DATABASE_PATIENCE = Duration.ofMinutes(10);
  private static final Duration HEALTH_CHECK = Duration.ofSeconds(2);
  private static final Duration DRAIN = Duration.ofSeconds(30);

  private final Configuration configuration;
  private final Path directory;
  private final Consumer<String> progress;
  private final NotifySocket manager;
  private final Running running = new Running();
  private AuditParts audit;
  private Observation observation;
  private final List<Reload.Part> reloads = new ArrayList<>();
  private final Map<String, ControlServer.Verb> verbs = new HashMap<>();
  private final AdminParts admin;

  /**
   * Prepares a start; nothing happens yet.
   *
   * @param directory where its logs and its copy of the seal keys go
   * @param progress gets a sentence before every step that takes time
   * @param manager is asked to wait where a step takes longer than a start usually does
   */
  public BackendProcess(
      Configuration configuration,
      Path directory,
      Consumer<String> progress,
      NotifySocket manager) {
    this.directory = Objects.requireNonNull(directory, "directory");
    this.configuration = Objects.requireNonNull(configuration, "configuration");
    this.admin = new AdminParts("backend", configuration);
    this.progress = Objects.requireNonNull(progress, "progress");
    this.manager = Objects.requireNonNull(manager, "manager");
  }

  /**
   * Waits for the database, brings its schema up to date and listens for frontends.
   *
   * @return where it listens, for people
   * @throws StartFailure with a sentence for the administrator
   */
  public String start() throws IOException, InterruptedException, StartFailure {
    ServeSettings serve =
        configuration
            .link()
            .serve()
            .orElseThrow(
                () ->
                    new StartFailure(
                        "link.frontends names nobody in "
                            + configuration.file()
                            + "; write the certificate subject of each frontend"));
    BackendSettings settings = configuration.backend();
    if (settings.database().embedded()) {
      throw new StartFailure("database.embedded is for `bora up` only; name a database by its url");
    }
    Preflight.check(configuration, Half.BACKEND, Optional.empty(), Optional.of(directory));
    Threads threads = running.add("threads", Threads.start());
    audit =
        running.add(
            "audit log",
            AuditParts.open(configuration.audit(), directory, "backend", threads.timer()));
    Doors doors =
        DoorParts.watch(
            settings.doors(),
            settings.doors().doors(),
            configuration.credentials(),
            threads,
            running);
    Database database =
        running.add(
            "database connections",
            new Databases(progress, manager)
                .open(settings.database().resolved(), DATABASE_PATIENCE));
    Presence presence = beginPresence(database, threads); // ends after all transactions
    Areas areas = Areas.openForCalls(configuration, database, directory, threads, running);
    CopyParts copies =
        CopyParts.open(configuration, configuration.endpoint().port(), audit.copies(), running);
    observation =
        running.add(
            "observation", Observation.begin(Origin.Kind.BACKEND, configuration.observation()));
    RunningBackend operations =
        BackendParts.start(
            settings, areas, doors, database, copies, observation.tracing(), threads, running);
    PublishParts publishing =
        new PublishParts(
            configuration, configuration.endpoint().port(), operations.view().areas(), doors);
    reloads.addAll(List.of(operations.part(), publishing.part()));
    verbs.putAll(operations.verbs());
    verbs.putAll(AreaVerbs.of(areas.gates()));
    verbs.put(PublishVerb.NAME, publishing.verb());
    verbs.putAll(audit.verbs());
    BackendServer server = running.add("frontends", server(serve, operations, threads));
    reloads.add(
        next -> () -> next.link().serve().ifPresent(named -> server.serve(named.frontends())));
    presence.tell(server.health()::cutOff);
    HealthWatch health = watchHealth(server, database, areas, threads).first();
    server.start();
    // stopped first: calls in progress end, frontends turn to other backends
    running.add("calls in progress", () -> endCalls(server));
    verbs.put(HealthVerb.NAME, new HealthVerb(health::missing, server.health()::isServing));
    observe(server, serve, operations, threads);
    verbs.put(
        DrainVerb.NAME,
        new DrainVerb(
            List.of(new BackendDrain(server), new DutyDrain(running.duties())), manager::doing));
    admin.bans(operations.desks().bans());
    admin.add(operations.desks().routes(operations, audit.tail(), admin.running()));
    admin.open(reloads, verbs, audit.trail(), threads, running);
    return serve.host() + ":" + server.port();
  }

  private Presence beginPresence(Database database, Threads threads) {
    ScheduledExecutorService timer = // a beat that waits for other work is a false alarm
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("presence-", 0).factory());
    running.add("timer of the presence", timer::shutdownNow);
    return running.add(
        "presence",
        Presence.begin(
            database, Areas.backendName(configuration), timer, threads.calls(), System::nanoTime));
  }

  private void observe(
      BackendServer server, ServeSettings serve, RunningBackend operations, Threads threads) {
    observation.process(serve.host(), server.port(), audit.log());
    observation.backend(operations.view(), threads, running);
    observation.report(operations.fleet(), operations.clock(), threads, running);
    admin.fleet(operations.fleet()::all, threads, running);
    admin.add(observation.routes());
    admin.add(Observation.routes(operations.fleet()));
  }

  private BackendServer server(ServeSettings serve, RunningBackend operations, Threads threads)
      throws IOException, StartFailure {
    ServingThreads serving = running.add("serving threads", new ServingThreads());
    try {
      return BackendServer.overTls(
          serve,
          operations,
          new Witnesses(audit.calls(), observation.served(operations.clock()), operations.fleet()),
          operations.desks().bans(),
          operations.clock(),
          serving,
          threads.timer());
    } catch (GeneralSecurityException e) {
      throw new StartFailure("the certificates of 'link' cannot be used: " + e.getMessage());
    }
  }

  /** Frontends turn to others while the database or the storage is not there for this one. */
  private HealthWatch watchHealth(
      BackendServer server, Database pools, Areas areas, Threads threads) throws IOException {
    DatabaseNeed database = running.add("connection for health", new DatabaseNeed(pools));
    AreaPresence storage = new AreaPresence(areas.locator().areas());
    return running.add(
        "health",
        new HealthWatch(
            List.of(
                new HealthWatch.Need("the database", database::trouble),
                new HealthWatch.Need("the storage", storage.looks()),
                new HealthWatch.Need("the audit log", audit::trouble)),
            server.health(),
            HEALTH_CHECK,
            threads.timer(),
            threads.calls()));
  }

  private static void endCalls(BackendServer server) throws InterruptedException {
    server.drain();
    server.awaitIdle(DRAIN);
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
