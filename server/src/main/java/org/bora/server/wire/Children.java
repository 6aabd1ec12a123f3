package org.bora.server.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.bora.backend.database.DatabaseSettings;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.server.config.ChildSettings;
import org.bora.server.config.Configuration;
import org.bora.server.config.CredentialSettings;
import org.bora.server.config.DatabaseSection;
import org.bora.server.database.EmbeddedDatabase;
import org.bora.server.database.ServerFiles;
import org.bora.server.gridftp.GridFtpAddress;
import org.bora.server.gridftp.GridFtpServer;
import org.bora.server.home.Home;
import org.bora.server.home.Ports;
import org.bora.server.process.Backoff;
import org.bora.server.process.Ending;
import org.bora.server.process.PidFile;
import org.bora.server.process.Supervised;

/** The server programs of an all-in-one Bora: database and GridFTP server. */
final class Children {
  private static final int GRIDFTP_PORT = 2811;
  private static final int DATABASE_PORT = 13306;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A database writes its dirty pages before it ends. */
  private static final Duration DATABASE_ENDING = Duration.ofSeconds(60);

  private static final Duration GRIDFTP_ENDING = Duration.ofSeconds(5);

  private final Home home;
  private final Configuration configuration;
  private final boolean isRoot;
  private final Ports ports;
  private final Consumer<String> progress;
  private Optional<GridFtpServer> gridFtp = Optional.empty();

  Children(
      Home home,
      Configuration configuration,
      boolean isRoot,
      Ports ports,
      Consumer<String> progress) {
    this.home = Objects.requireNonNull(home, "home");
    this.configuration = Objects.requireNonNull(configuration, "configuration");
    this.isRoot = isRoot;
    this.ports = Objects.requireNonNull(ports, "ports");
    this.progress = Objects.requireNonNull(progress, "progress");
  }

  /** Starts the embedded server if configured; returns the address of the database. */
  DatabaseSettings startDatabase(Running running) throws IOException, InterruptedException {
    DatabaseSection section = configuration.backend().database();
    if (!section.embedded()) {
      return section.resolved();
    }
    progress.accept(
        ServerFiles.isUnpacked(home.database())
            ? "starting the database"
            : "unpacking the database, some 10 s");
    ServerFiles server = ServerFiles.unpack(home.database());
    int port = port("database", home.databasePid(), "127.0.0.1", DATABASE_PORT);
    EmbeddedDatabase database = new EmbeddedDatabase(server, home.database(), port, isRoot);
    database.prepare(new SecureRandom());
    Supervised child =
        new Supervised(
            database.program(home.log().resolve("database.log")),
            home.databasePid(),
            new Ending(DATABASE_ENDING),
            Backoff.defaults());
    running.add("database", child::stop);
    child.start();
    return section.at(database.url(), database.user(), database.password());
  }

  /** All GridFTP servers: those of the site, and our own if configured. */
  List<GridFtpEndpoint> startGridFtp(Running running) throws IOException, InterruptedException {
    List<GridFtpEndpoint> servers = new ArrayList<>(configuration.backend().doors().doors());
    ChildSettings settings = configuration.gridftp();
    if (!settings.run()) {
      return servers;
    }
    progress.accept("starting the GridFTP server");
    Files.createDirectories(settings.serve());
    int port =
        settings.port().isPresent()
            ? ports.keep("gridftp", settings.port().getAsInt())
            : port("gridftp", home.gridftpPid(), settings.address(), GRIDFTP_PORT);
    GridFtpServer server = gridFtp(settings, port);
    server.prepare();
    Path log = home.log().resolve("gridftp.log");
    Supervised child =
        new Supervised(
            server.program(settings.serve(), isRoot, log, home.log().resolve("gridftp.out")),
            home.gridftpPid(),
            new Ending(GRIDFTP_ENDING),
            Backoff.defaults());
    running.add("GridFTP server", child::stop);
    child.start();
    gridFtp = Optional.of(server);
    servers.add(new GridFtpEndpoint("own", configuration.endpoint().host(), port, ""));
    return servers;
  }

  /** Waits until the GridFTP server answers, where one was started. */
  void awaitGridFtp() throws IOException, InterruptedException {
    if (gridFtp.isPresent()) {
      gridFtp.get().awaitReady(PATIENCE);
    }
  }

  private GridFtpServer gridFtp(ChildSettings settings, int port) {
    CredentialSettings credentials = configuration.credentials();
    return new GridFtpServer(
        home.gridftp(),
        new GridFtpAddress(settings.address(), port, settings.range()),
        credentials.certificate(),
        credentials.key(),
        credentials.trust(),
        configuration.backend().mapping().gridMapfile());
  }

  /** A child that a crashed Bora left behind still holds its port, and will be taken over. */
  private int port(String service, PidFile pidFile, String address, int usual) throws IOException {
    if (ports.of(service) > 0 && pidFile.running().isPresent()) {
      return ports.of(service);
    }
    return ports.choose(service, InetAddress.getByName(address), usual);
  }
}
