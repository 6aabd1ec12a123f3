package org.bora.launcher.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.bora.launcher.config.ChildSettings;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.config.CredentialSettings;
import org.bora.launcher.database.EmbeddedDatabase;
import org.bora.launcher.database.ServerFiles;
import org.bora.launcher.door.GridFtpServer;
import org.bora.launcher.home.Endpoint;
import org.bora.launcher.home.Home;
import org.bora.launcher.home.InstanceLock;
import org.bora.launcher.home.Ports;
import org.bora.launcher.process.Backoff;
import org.bora.launcher.process.Ending;
import org.bora.launcher.process.PidFile;
import org.bora.launcher.process.ProcessIdentity;
import org.bora.launcher.process.Supervised;

/**
 * Everything on one machine: database and GridFTP server as children, backend and frontend in this
 * process. Life cycle: {@link #start} once, {@link #close} once.
 */
public final class AllInOne implements AutoCloseable {
  private static final int SRM_PORT = 8444;
  private static final int GRIDFTP_PORT = 2811;
  private static final int DATABASE_PORT = 13306;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Home home;
  private final Configuration configuration;
  private final boolean isRoot;
  private final Consumer<String> progress;
  private final Running running = new Running();

  /**
   * Prepares a start; nothing happens yet.
   *
   * @param progress gets a sentence before every step that takes time
   */
  public AllInOne(
      Home home, Configuration configuration, boolean isRoot, Consumer<String> progress) {
    this.home = Objects.requireNonNull(home, "home");
    this.configuration = Objects.requireNonNull(configuration, "configuration");
    this.isRoot = isRoot;
    this.progress = Objects.requireNonNull(progress, "progress");
  }

  /**
   * Starts all parts and waits until they answer.
   *
   * @throws StartFailure with a sentence for the administrator
   */
  public Endpoint start() throws IOException, InterruptedException, StartFailure {
    running.add(
        "lock",
        InstanceLock.take(home.lock())
            .orElseThrow(() -> new StartFailure("another Bora runs in " + home.directory())));
    PidFile pid = home.boraPid();
    pid.write(new PidFile.Entry(ProcessIdentity.ofSelf(), "bora"));
    running.add("pid file", pid::delete);
    Ports ports = Ports.read(home.ports());
    int srmPort = srmPort(ports);
    EmbeddedDatabase database = startDatabase(ports);
    startGridFtp(ports);
    progress.accept("waiting for the database");
    database.awaitReady(PATIENCE);
    Endpoint endpoint = new Endpoint(configuration.endpoint().host(), srmPort, "/testvo");
    endpoint.write(home.endpoint());
    return endpoint;
  }

  private int srmPort(Ports ports) throws IOException, StartFailure {
    InetAddress address = InetAddress.getByName(configuration.endpoint().address());
    OptionalInt wanted = configuration.endpoint().port();
    if (wanted.isEmpty()) {
      return ports.choose("srm", address, SRM_PORT);
    }
    if (!Ports.isFree(address, wanted.getAsInt())) {
      throw new StartFailure(
          "port "
              + wanted.getAsInt()
              + " is taken by another process: choose another with --port, or let endpoint.port in "
              + configuration.file()
              + " be auto");
    }
    return ports.keep("srm", wanted.getAsInt());
  }

  private EmbeddedDatabase startDatabase(Ports ports) throws IOException, InterruptedException {
    progress.accept("preparing the database (the first time takes a few seconds)");
    ServerFiles server = ServerFiles.unpack(home.database());
    int port = childPort(ports, "database", home.databasePid(), "127.0.0.1", DATABASE_PORT);
    EmbeddedDatabase database = new EmbeddedDatabase(server, home.database(), port, isRoot);
    database.prepare(new SecureRandom());
    Supervised child =
        new Supervised(
            database.program(home.log().resolve("database.log")),
            home.databasePid(),
            new Ending(Duration.ofSeconds(60)),
            Backoff.defaults());
    running.add("database", child::stop);
    child.start();
    return database;
  }

  private void startGridFtp(Ports ports) throws IOException, InterruptedException {
    ChildSettings settings = configuration.gridftp();
    if (!settings.run()) {
      return;
    }
    progress.accept("starting the GridFTP server");
    Files.createDirectories(settings.serve());
    if (configuration.tryGrid()) {
      Files.createDirectories(home.tryArea());
      Files.setPosixFilePermissions(home.tryArea(), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    int port =
        settings.port().isPresent()
            ? settings.port().getAsInt()
            : childPort(ports, "gridftp", home.gridftpPid(), settings.address(), GRIDFTP_PORT);
    GridFtpServer server = gridFtp(settings, port);
    server.prepare();
    Path log = home.log().resolve("gridftp.log");
    Supervised child =
        new Supervised(
            server.program(settings.serve(), isRoot, log, home.log().resolve("gridftp.out")),
            home.gridftpPid(),
            new Ending(Duration.ofSeconds(10)),
            Backoff.defaults());
    running.add("GridFTP server", child::stop);
    child.start();
    server.awaitReady(PATIENCE);
  }

  private GridFtpServer gridFtp(ChildSettings settings, int port) {
    CredentialSettings credentials = configuration.credentials();
    return new GridFtpServer(
        home.gridftp(),
        settings.address(),
        port,
        credentials.certificate(),
        credentials.key(),
        credentials.trust(),
        settings.gridmap());
  }

  /** A child that a crashed Bora left behind still holds its port, and will be taken over. */
  private static int childPort(
      Ports ports, String service, PidFile pidFile, String address, int usual) throws IOException {
    if (ports.of(service) > 0 && pidFile.running().isPresent()) {
      return ports.of(service);
    }
    return ports.choose(service, InetAddress.getByName(address), usual);
  }

  /** Stops everything in the opposite order. */
  @Override
  public void close() {
    running.close();
  }
}
