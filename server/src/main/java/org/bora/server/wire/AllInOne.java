package org.bora.server.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.bora.api.figures.Origin;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseNeed;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.DatabaseWatch;
import org.bora.backend.serve.LocalBackend;
import org.bora.files.Redirects;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.gridftp.watch.GridFtpServers;
import org.bora.server.check.Half;
import org.bora.server.config.AreaSettings;
import org.bora.server.config.Configuration;
import org.bora.server.config.EndpointSettings;
import org.bora.server.config.SharedPorts;
import org.bora.server.drain.DutyDrain;
import org.bora.server.home.Endpoint;
import org.bora.server.home.Home;
import org.bora.server.home.InstanceLock;
import org.bora.server.home.Ports;
import org.bora.server.process.PidFile;
import org.bora.server.process.ProcessIdentity;
import org.bora.server.service.NotifySocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything on one machine: database and GridFTP server as children, backend and frontend in this
 * process. Life cycle: {@link #start} once, {@link #close} once.
 */
public final class AllInOne extends Role {
  private static final Logger LOG = LoggerFactory.getLogger(AllInOne.class);
  private static final int SRM_PORT = 8444;
  private static final int S3_PORT = 9000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration DOOR_PATIENCE = Duration.ofSeconds(10);
  private static final Duration DATABASE_LOOK = Duration.ofSeconds(2);

  private final Home home;
  private final boolean isRoot;
  private final Consumer<String> progress;
  private Children children;
  private int port;
  private DatabaseSettings where;
  private List<GridFtpEndpoint> servers;
  private Database database;
  private Areas areas;
  private GridFtpServers watch;
  private RunningBackend operations;
  private LocalBackend local;
  private PortParts.Open open;
  private OptionalInt httpPort = OptionalInt.empty();
  private OptionalInt s3Port = OptionalInt.empty();

  /**
   * Prepares a start without effect yet.
   *
   * @param progress gets a sentence before each long step
   * @param manager gets a request for more time if a step takes longer than usual
   */
  public AllInOne(
      Home home,
      Configuration configuration,
      boolean isRoot,
      Consumer<String> progress,
      NotifySocket manager) {
    super(Origin.Kind.ALL_IN_ONE, "bora", configuration, manager);
    this.home = Objects.requireNonNull(home, "home");
    this.isRoot = isRoot;
    this.admin.home(home);
    this.progress = Objects.requireNonNull(progress, "progress");
    in(Phase.CHECK, _ -> check());
    in(Phase.HOME, this::moveIn);
    in(Phase.CHILDREN, this::startChildren);
    in(Phase.PROCESS, parts -> process(home.log(), parts));
    in(Phase.DATABASE, this::openDatabase);
    in(Phase.STORAGE, this::openStorage);
    in(Phase.ENGINE, this::startEngine);
    in(Phase.LINK, this::link);
    in(Phase.DOOR, this::openDoor);
    in(Phase.ADMIN, this::openAdmin);
  }

  /**
   * Starts all parts and waits until they answer.
   *
   * @throws StartFailure with a sentence for the administrator
   */
  @Override
  public Endpoint start() throws IOException, InterruptedException, StartFailure {
    begin();
    Endpoint endpoint =
        new Endpoint(configuration.endpoint().host(), port, configuration.areas().getFirst().sfn());
    endpoint.write(home.endpoint());
    return endpoint;
  }

  private void check() throws StartFailure {
    StartCheck.check(
        configuration, Half.ALL, Optional.of(home.directory()), Optional.of(home.directory()));
  }

  private void moveIn(Running parts) throws IOException, StartFailure {
    parts.add(
        "lock",
        InstanceLock.take(home.lock())
            .orElseThrow(() -> new StartFailure("another Bora runs in " + home.directory())));
    admin.requirePort();
    PidFile pid = home.boraPid();
    pid.write(new PidFile.Entry(ProcessIdentity.ofSelf(), "bora"));
    parts.add("pid file", pid::delete);
    Ports ports =
        parts.add("held ports", Ports.read(home.ports(), SharedPorts.named(configuration)));
    port = srmPort(ports);
    EndpointSettings endpoint = configuration.endpoint();
    httpPort = port("http", endpoint.httpPort(), TokenParts.USUAL_PORT, ports);
    s3Port = port("s3", endpoint.s3Port(), S3_PORT, ports);
    prepareTryAreas();
    children = new Children(home, configuration, isRoot, ports, progress);
  }

  private void startChildren(Running parts) throws IOException, InterruptedException {
    where = children.startDatabase(parts);
    servers = children.startGridFtp(parts);
  }

  /** No frontend checks the health of this backend; a hanging cluster node is left nevertheless. */
  private void openDatabase(Running parts) throws IOException, InterruptedException, StartFailure {
    progress.accept("waiting for the database");
    database =
        parts.add("database connections", new Databases(progress, manager).open(where, PATIENCE));
    DatabaseNeed need = parts.add("connection for health", new DatabaseNeed(database));
    health.need("database", need::trouble);
    if (where.servers().size() > 1) {
      parts.add(
          "look at the database",
          new DatabaseWatch(database, DATABASE_LOOK, threads.timer(), threads.calls()));
    }
  }

  private void openStorage(Running parts) throws IOException, InterruptedException, StartFailure {
    areas = Areas.openForCalls(configuration, database, home.directory(), threads, parts);
    health.need("storage", areas::trouble);
    // the children start while the schema is looked at
    children.awaitGridFtp();
    watch =
        GridFtpParts.watch(
            configuration.backend().doors(), servers, configuration.credentials(), threads, parts);
    health.need("doors", () -> GridFtpParts.trouble(watch));
  }

  private void startEngine(Running parts) throws IOException, StartFailure {
    CopyParts copies = CopyParts.open(configuration, OptionalInt.of(port), audit.copies(), parts);
    operations =
        BackendParts.start(
            configuration.backend(),
            areas,
            watch,
            BackendParts.https(configuration.endpoint(), httpPort),
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

  /** The two halves, without a wire between them. */
  private void link(Running parts) {
    ServingThreads serving = parts.add("serving threads", new ServingThreads());
    local =
        parts.add(
            "backend",
            new LocalBackend(
                operations,
                audit.calls(),
                operations.clock(),
                Clock.systemUTC(),
                serving,
                observation.served(operations.clock())));
  }

  private void openDoor(Running parts) throws StartFailure {
    progress.accept("opening the SRM port");
    Gates gates = Gates.of(configuration);
    admin.bans(
        BanWatch.begin(
            operations.desks().bans(), gates, observation.transfers()::end, threads, parts));
    open =
        FrontendParts.open(configuration, gates, port, local, audit, observation, threads, parts);
    openOthers(gates, parts);
    reloads.add(gates.part());
    admin.state().calls(gates::state);
    admin.state().certificates(open.door()::certificates);
    observation.process(configuration.endpoint().host(), open.door().port(), audit.log());
    observation.frontend(open.door(), gates.view(), List::of);
  }

  /** The doors that move bytes. */
  private void openOthers(Gates gates, Running parts) throws StartFailure {
    reloads.add(observation.bandwidth(configuration));
    HttpParts.Shared shared =
        new HttpParts.Shared(
            gates,
            local,
            areas.trees(),
            audit,
            observation,
            Redirects.none(),
            FrontendParts.traces(new SecureRandom()),
            reloads::add);
    if (httpPort.isPresent()) {
      progress.accept("opening the HTTP port");
      HttpParts.open(configuration, httpPort.getAsInt(), shared, threads, parts);
    }
    if (s3Port.isPresent()) {
      progress.accept("opening the S3 port");
      S3Parts.open(configuration, s3Port.getAsInt(), shared, threads, parts);
    }
  }

  private void openAdmin(Running parts) throws InterruptedException, StartFailure {
    PublishParts publishing =
        new PublishParts(
            configuration, OptionalInt.of(port), httpPort, operations.view().areas(), watch);
    reloads.add(publishing.part());
    admin.add(publishing.routes());
    observation.backend(operations.view(), threads, parts);
    observation.report(operations.fleet(), operations.clock(), threads, parts);
    admin.site(operations, threads, parts);
    admin.add(operations.desks().routes(operations, audit.tail(), admin.running()));
    admin.add(Observation.routes(operations.fleet()));
    transfers(operations.fleet()::all, operations.desks().bans());
    administer(List.of(open.drain(), new DutyDrain(duties())), parts);
    if (!GridFtpParts.awaitOne(watch, DOOR_PATIENCE)) {
      LOG.warn("no GridFTP server is healthy yet: {}", watch.health());
    }
  }

  private int srmPort(Ports ports) throws IOException, StartFailure {
    return port("srm", "port", configuration.endpoint().port(), SRM_PORT, ports);
  }

  /** Empty where the service is not wanted. */
  private OptionalInt port(String service, Optional<OptionalInt> wanted, int usual, Ports ports)
      throws IOException, StartFailure {
    if (wanted.isEmpty()) {
      ports.forget(service);
      return OptionalInt.empty();
    }
    return OptionalInt.of(port(service, service + "-port", wanted.get(), usual, ports));
  }

  private int port(String service, String key, OptionalInt wanted, int usual, Ports ports)
      throws IOException, StartFailure {
    InetAddress address = InetAddress.getByName(configuration.endpoint().address());
    if (wanted.isEmpty()) {
      return ports.choose(service, address, usual);
    }
    if (!ports.hold(address, wanted.getAsInt())) {
      throw new StartFailure(
          Listening.endpoint(key, configuration.endpoint(), wanted.getAsInt())
              .chosen()
              .why(new IOException("port " + wanted.getAsInt() + " cannot be had")));
    }
    return ports.keep(service, wanted.getAsInt());
  }

  /**
   * Areas of the try grid begin empty; at a real site a missing root is a filesystem not mounted.
   */
  private void prepareTryAreas() throws IOException {
    if (configuration.tryGrid()) {
      for (AreaSettings area : configuration.areas()) {
        if (area.root().startsWith(home.tryData()) && !Files.exists(area.root())) {
          Files.createDirectories(area.root());
          Files.setPosixFilePermissions(area.root(), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
      }
    }
  }
}
