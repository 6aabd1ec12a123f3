package org.bora.launcher.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.bora.api.figures.Origin;
import org.bora.audit.AuditTrail;
import org.bora.backend.database.Database;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.database.ServerWatch;
import org.bora.backend.serve.LocalBackend;
import org.bora.gridftp.door.Door;
import org.bora.gridftp.door.Doors;
import org.bora.launcher.audit.AuditParts;
import org.bora.launcher.check.Half;
import org.bora.launcher.config.AreaSettings;
import org.bora.launcher.config.BackendSettings;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.drain.DrainVerb;
import org.bora.launcher.drain.DutyDrain;
import org.bora.launcher.home.Endpoint;
import org.bora.launcher.home.Home;
import org.bora.launcher.home.InstanceLock;
import org.bora.launcher.home.Ports;
import org.bora.launcher.process.PidFile;
import org.bora.launcher.process.ProcessIdentity;
import org.bora.launcher.publish.PublishVerb;
import org.bora.launcher.service.NotifySocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything on one machine: database and GridFTP server as children, backend and frontend in this
 * process. Life cycle: {@link #start} once, {@link #close} once.
 */
public final class AllInOne implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AllInOne.class);
  private static final int SRM_PORT = 8444;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration DOOR_PATIENCE = Duration.ofSeconds(10);
  private static final Duration DATABASE_LOOK = Duration.ofSeconds(2);

  private final Home home;
  private final Configuration configuration;
  private final boolean isRoot;
  private final Consumer<String> progress;
  private final NotifySocket manager;
  private final Running running = new Running();
  private AuditParts audit;
  private final List<Reload.Part> reloads = new ArrayList<>();
  private final Map<String, ControlServer.Verb> verbs = new HashMap<>();
  private final AdminParts admin;

  /**
   * Prepares a start; nothing happens yet.
   *
   * @param progress gets a sentence before every step that takes time
   * @param manager is asked to wait where a step takes longer than a start usually does
   */
  public AllInOne(
      Home home,
      Configuration configuration,
      boolean isRoot,
      Consumer<String> progress,
      NotifySocket manager) {
    this.home = Objects.requireNonNull(home, "home");
    this.configuration = Objects.requireNonNull(configuration, "configuration");
    this.isRoot = isRoot;
    this.admin = new AdminParts("bora", configuration);
    this.admin.home(home);
    this.progress = Objects.requireNonNull(progress, "progress");
    this.manager = Objects.requireNonNull(manager, "manager");
  }

  /**
   * Starts all parts and waits until they answer.
   *
   * @throws StartFailure with a sentence for the administrator
   */
  public Endpoint start() throws IOException, InterruptedException, StartFailure {
    Preflight.check(
        configuration, Half.ALL, Optional.of(home.directory()), Optional.of(home.directory()));
    running.add(
        "lock",
        InstanceLock.take(home.lock())
            .orElseThrow(() -> new StartFailure("another Bora runs in " + home.directory())));
    PidFile pid = home.boraPid();
    pid.write(new PidFile.Entry(ProcessIdentity.ofSelf(), "bora"));
    running.add("pid file", pid::delete);
    Ports ports = running.add("held ports", Ports.read(home.ports()));
    int srmPort = srmPort(ports);
    prepareTryAreas();
    Children children = new Children(home, configuration, isRoot, ports, progress, running);
    DatabaseSettings database = children.startDatabase();
    List<Door> doors = children.startGridFtp();
    serve(srmPort, database, doors, children);
    Endpoint endpoint =
        new Endpoint(
            configuration.endpoint().host(), srmPort, configuration.areas().getFirst().sfn());
    endpoint.write(home.endpoint());
    return endpoint;
  }

  /** The two halves, without a wire between them. */
  private void serve(int port, DatabaseSettings settings, List<Door> doors, Children children)
      throws IOException, InterruptedException, StartFailure {
    BackendSettings backend = configuration.backend();
    Threads threads = running.add("threads", Threads.start());
    audit =
        running.add(
            "audit log",
            AuditParts.open(configuration.audit(), home.log(), "bora", threads.timer()));
    progress.accept("waiting for the database");
    Database database = open(settings, threads);
    Areas areas = Areas.openForCalls(configuration, database, home.directory(), threads, running);
    // the children start while the schema is looked at
    children.awaitGridFtp();
    Doors watch =
        DoorParts.watch(backend.doors(), doors, configuration.credentials(), threads, running);
    CopyParts copies = CopyParts.open(configuration, OptionalInt.of(port), audit.copies(), running);
    Observation observation =
        running.add(
            "observation", Observation.begin(Origin.Kind.ALL_IN_ONE, configuration.observation()));
    RunningBackend operations =
        BackendParts.start(
            backend, areas, watch, database, copies, observation.tracing(), threads, running);
    ServingThreads serving = running.add("serving threads", new ServingThreads());
    LocalBackend local =
        running.add(
            "backend",
            new LocalBackend(
                operations,
                audit.calls(),
                operations.clock(),
                Clock.systemUTC(),
                serving,
                observation.served(operations.clock())));
    progress.accept("opening the SRM port");
    Gates gates = Gates.of(configuration);
    admin.bans(OrderedBans.watch(operations.desks().bans(), gates, threads, running));
    admin.add(operations.desks().routes(operations, audit.tail(), admin.running()));
    PublishParts publishing =
        new PublishParts(configuration, OptionalInt.of(port), operations.view().areas(), watch);
    reloads.addAll(List.of(operations.part(), gates.part(), publishing.part()));
    verbs.putAll(operations.verbs());
    verbs.putAll(AreaVerbs.of(areas.gates()));
    verbs.put(PublishVerb.NAME, publishing.verb());
    verbs.putAll(gates.verbs());
    verbs.putAll(audit.verbs());
    FrontendParts.Open open =
        FrontendParts.open(configuration, gates, port, local, audit, observation, threads, running);
    observe(observation, open, gates, operations, threads);
    verbs.put(
        DrainVerb.NAME,
        new DrainVerb(List.of(open.drain(), new DutyDrain(running.duties())), manager::doing));
    admin.open(reloads, verbs, audit.trail(), threads, running);
    if (!DoorParts.awaitOne(watch, DOOR_PATIENCE)) {
      LOG.warn("no GridFTP server is healthy yet: {}", watch.health());
    }
  }

  private void observe(
      Observation observation,
      FrontendParts.Open open,
      Gates gates,
      RunningBackend operations,
      Threads threads) {
    observation.process(configuration.endpoint().host(), open.door().port(), audit.log());
    observation.frontend(open.door(), gates.view(), List::of);
    observation.backend(operations.view(), threads, running);
    observation.report(operations.fleet(), operations.clock(), threads, running);
    admin.fleet(operations.fleet()::all, threads, running);
    admin.add(observation.routes());
    admin.add(Observation.routes(operations.fleet()));
  }

  /** Nobody asks this backend for its health; a cluster's node that hangs is left all the same. */
  private Database open(DatabaseSettings settings, Threads threads)
      throws IOException, InterruptedException, StartFailure {
    Database database =
        running.add(
            "database connections", new Databases(progress, manager).open(settings, PATIENCE));
    if (settings.servers().size() > 1) {
      running.add(
          "look at the database",
          new ServerWatch(database, DATABASE_LOOK, threads.timer(), threads.calls()));
    }
    return database;
  }

  private int srmPort(Ports ports) throws IOException, StartFailure {
    InetAddress address = InetAddress.getByName(configuration.endpoint().address());
    OptionalInt wanted = configuration.endpoint().port();
    if (wanted.isEmpty()) {
      return ports.choose("srm", address, SRM_PORT);
    }
    if (!ports.hold(address, wanted.getAsInt())) {
      throw new StartFailure(
          "port "
              + wanted.getAsInt()
              + " is taken by another process: choose another with --port, or let endpoint.port in "
              + configuration.file()
              + " be auto");
    }
    return ports.keep("srm", wanted.getAsInt());
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

  /** What an administrator can ask of it, by verb; to be asked after the start. */
  public Map<String, ControlServer.Verb> verbs() {
    return Map.copyOf(verbs);
  }

  /** Where what administrators order is told; to be asked after the start. */
  public AuditTrail auditTrail() {
    return audit.trail();
  }

  /** Stops everything in the opposite order. */
  @Override
  public void close() {
    running.close();
  }
}
