package org.bora.server.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.bora.api.figures.Origin;
import org.bora.backend.database.BackendPresence;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseNeed;
import org.bora.backend.locate.AreaPresence;
import org.bora.backend.serve.BackendServer;
import org.bora.backend.serve.HealthWatch;
import org.bora.backend.serve.ServeSettings;
import org.bora.backend.serve.Witnesses;
import org.bora.gridftp.watch.GridFtpServers;
import org.bora.server.check.Half;
import org.bora.server.config.Configuration;
import org.bora.server.config.GridFtpSettings;
import org.bora.server.drain.BackendDrain;
import org.bora.server.drain.DutyDrain;
import org.bora.server.service.NotifySocket;
import org.bora.server.status.Trouble;

/** A backend without a frontend in the same process. */
public final class BackendProcess extends Role {
  private static final Duration DATABASE_PATIENCE = Duration.ofMinutes(10);
  private static final Duration HEALTH_CHECK = Duration.ofSeconds(2);
  private static final Duration DRAIN = Duration.ofSeconds(30);

  private final Path directory;
  private final Consumer<String> progress;
  private ServeSettings serve;
  private GridFtpServers gridFtp;
  private Database database;
  private DatabaseNeed need;
  private BackendPresence presence;
  private Areas areas;
  private RunningBackend operations;
  private BackendServer server;

  /**
   * Prepares a start without effect yet.
   *
   * @param directory for its logs and its copy of the seal keys
   * @param progress gets a sentence before each long step
   * @param manager gets a request for more time if a step takes longer than usual
   */
  public BackendProcess(
      Configuration configuration,
      Path directory,
      Consumer<String> progress,
      NotifySocket manager) {
    super(Origin.Kind.BACKEND, "backend", configuration, manager);
    this.directory = Objects.requireNonNull(directory, "directory");
    this.progress = Objects.requireNonNull(progress, "progress");
    in(Phase.CHECK, _ -> check());
    in(Phase.PROCESS, this::startProcess);
    in(Phase.DATABASE, this::openDatabase);
    in(Phase.STORAGE, this::openStorage);
    in(Phase.ENGINE, this::startEngine);
    in(Phase.LINK, this::serveFrontends);
    in(Phase.ADMIN, this::openAdmin);
  }

  /**
   * Waits for the database, brings its schema up to date and listens for frontends.
   *
   * @return where it listens, for people
   * @throws StartFailure with a sentence for the administrator
   */
  @Override
  public String start() throws IOException, InterruptedException, StartFailure {
    begin();
    return serve.host() + ":" + server.port();
  }

  private void check() throws StartFailure {
    serve =
        configuration
            .link()
            .serve()
            .orElseThrow(
                () ->
                    new StartFailure(
                        "link.frontends is empty in "
                            + configuration.file()
                            + "; write the certificate subject of each frontend"));
    if (configuration.backend().database().embedded()) {
      throw new StartFailure("database.embedded is for `bora up` only; name a database by its url");
    }
    StartCheck.check(configuration, Half.BACKEND, Optional.empty(), Optional.of(directory));
    listening().requireFree();
    admin.requirePort();
  }

  /** GridFTP servers are checked while the process may still wait for the database. */
  private void startProcess(Running parts) throws IOException, StartFailure {
    process(directory, parts);
    GridFtpSettings settings = configuration.backend().doors();
    gridFtp =
        GridFtpParts.watch(settings, settings.doors(), configuration.credentials(), threads, parts);
    health.need("doors", () -> GridFtpParts.trouble(gridFtp));
    if (settings.probe() != GridFtpSettings.Probe.GREETING) {
      admin
          .state()
          .certificates(
              new ProbeCertificate(configuration.credentials().certificate())
                      .watched(threads, parts)
                  ::ends);
    }
  }

  private void openDatabase(Running parts) throws IOException, InterruptedException, StartFailure {
    database =
        parts.add(
            "database connections",
            new Databases(progress, manager)
                .open(configuration.backend().database().resolved(), DATABASE_PATIENCE));
    need = parts.add("connection for health", new DatabaseNeed(database));
    health.need("database", need::trouble);
    presence = beginPresence(parts); // ends after all transactions
  }

  private void openStorage(Running parts) throws IOException, InterruptedException, StartFailure {
    areas = Areas.openForCalls(configuration, database, directory, threads, parts);
    health.need("storage", areas::trouble);
  }

  private void startEngine(Running parts) throws IOException, StartFailure {
    CopyParts copies =
        CopyParts.open(configuration, configuration.endpoint().port(), audit.copies(), parts);
    operations =
        BackendParts.start(
            configuration.backend(),
            areas,
            gridFtp,
            BackendParts.https(
                configuration.endpoint(), DoorProcess.port(configuration.endpoint())),
            database,
            copies,
            observation.tracing(),
            threads,
            parts);
    showBoards();
    reloads.add(operations.part());
    admin.add(operations.orders());
    admin.add(AreaOrders.of(areas.gates()));
    admin.state().alarms(operations::alarms);
    admin.state().trouble(() -> AreaOrders.troubles(areas.gates()));
    admin.state().trouble(operations.desks()::troubles);
  }

  private void serveFrontends(Running parts) throws IOException, StartFailure {
    server = parts.add("frontends", server(parts));
    reloads.add(
        next -> () -> next.link().serve().ifPresent(named -> server.serve(named.frontends())));
    admin.state().certificates(server::certificates);
    presence.tell(server.health()::cutOff);
    admin.state().trouble(this::lateCommits);
    HealthWatch health = watchHealth(parts).first();
    listening().start(server::start, parts);
    // stopped first: calls in progress end, frontends turn to other backends
    parts.add("calls in progress", this::endCalls);
    admin
        .state()
        .trouble(() -> health.missing().map(why -> new Trouble("process", why)).stream().toList());
    observation.process(serve.host(), server.port(), audit.log());
  }

  private void openAdmin(Running parts) throws StartFailure {
    PublishParts publishing =
        new PublishParts(
            configuration,
            configuration.endpoint().port(),
            DoorProcess.port(configuration.endpoint()),
            operations.view().areas(),
            gridFtp);
    reloads.add(publishing.part());
    admin.add(publishing.routes());
    observation.presence(presence);
    observation.backend(operations.view(), threads, parts);
    observation.report(operations.fleet(), operations.clock(), threads, parts);
    admin.site(operations, threads, parts);
    admin.add(Observation.routes(operations.fleet()));
    admin.bans(operations.desks().bans());
    admin.add(operations.desks().routes(operations, audit.tail(), admin.running()));
    transfers(operations.fleet()::all, operations.desks().bans());
    administer(List.of(new BackendDrain(server), new DutyDrain(duties())), parts);
  }

  private Listening listening() {
    return Listening.at("link.port", "link.address", serve.host(), serve.port());
  }

  private List<Trouble> lateCommits() {
    return presence.isUnconfirmed()
        ? List.of(
            new Trouble(
                "process",
                "the database answers but does not commit in time, so calls that change files fail: check its disk and its locks"))
        : List.of();
  }

  private BackendPresence beginPresence(Running running) {
    ScheduledExecutorService timer = // a beat that waits for other work is a false alarm
        new LastingTimer(1, "presence");
    running.add("timer of the presence", timer::shutdownNow);
    return running.add(
        "presence",
        BackendPresence.begin(
            database, Areas.backendName(configuration), timer, threads.calls(), System::nanoTime));
  }

  private BackendServer server(Running running) throws IOException, StartFailure {
    ServingThreads serving = running.add("serving threads", new ServingThreads());
    try {
      return BackendServer.overTls(
          serve,
          operations,
          new Witnesses(audit.calls(), observation.served(operations.clock()), operations.fleet()),
          new SiteDesk(operations.desks().bans(), areas.gates(), operations.fleet()::all),
          operations.clock(),
          serving,
          threads.timer());
    } catch (GeneralSecurityException e) {
      throw new StartFailure("the certificates of 'link' cannot be used: " + e.getMessage());
    }
  }

  /** Frontends turn to others while the database or the storage is not there for this one. */
  private HealthWatch watchHealth(Running running) throws IOException {
    AreaPresence storage = new AreaPresence(areas.locator().areas());
    return running.add(
        "health",
        new HealthWatch(
            List.of(
                new HealthWatch.Need("the database", need::trouble),
                new HealthWatch.Need("the storage", storage.looks()),
                new HealthWatch.Need("the audit log", audit::trouble)),
            server.health(),
            HEALTH_CHECK,
            threads.timer(),
            threads.calls()));
  }

  private void endCalls() throws InterruptedException {
    server.drain();
    server.awaitIdle(DRAIN);
  }
}
