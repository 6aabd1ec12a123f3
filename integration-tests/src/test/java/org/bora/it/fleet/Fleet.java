package org.bora.it.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminReply;
import org.bora.admin.Administrator;
import org.bora.api.peer.PeerFiles;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.FreePort;
import org.bora.it.halves.Authority;
import org.bora.it.site.HalfProcess;
import org.bora.it.site.Keys;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.drain.Drain;
import org.bora.server.service.NotifySocket;
import org.bora.server.status.Trouble;
import org.bora.server.wire.BackendProcess;
import org.bora.server.wire.FrontendProcess;
import org.bora.server.wire.Role;

/**
 * Two frontends and two backends with all that the command starts, in this process: real sockets,
 * mutual TLS between them, one database, one area, a GridFTP server. Any of them can be drained,
 * stopped and started again. Everything is stopped and removed by {@link #close}.
 */
final class Fleet implements AutoCloseable {

  /** Frontends and backends, each 0 and 1. */
  static final int OF_EACH = 2;

  /** One more of each, with a place for it: a process of the command, where somebody starts it. */
  static final int BY_COMMAND = OF_EACH;

  private static final int PLACES = OF_EACH + 1;

  private static final Duration GRID = Duration.ofMinutes(2);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path home;
  private final int[] srm = new int[PLACES];
  private final int[] health = new int[PLACES];
  private final int[] link = new int[PLACES];
  private final FrontendProcess[] frontends = new FrontendProcess[OF_EACH];
  private final BackendProcess[] backends = new BackendProcess[OF_EACH];

  private Fleet(Path home) throws IOException {
    this.home = home;
    int[] ports = FreePort.find(3 * PLACES);
    for (int i = 0; i < PLACES; i++) {
      srm[i] = ports[3 * i];
      health[i] = ports[3 * i + 1];
      link[i] = ports[3 * i + 2];
    }
  }

  /**
   * Starts all of it.
   *
   * @param pinned each frontend knows one backend only: 0 knows 0, 1 knows 1
   */
  static Fleet up(DatabaseSettings database, boolean pinned) throws Exception {
    Path parent = Files.createDirectories(Path.of("target", "sites").toAbsolutePath());
    Fleet fleet = new Fleet(Files.createTempDirectory(parent, "fleet"));
    try {
      fleet.grid();
      fleet.configure(database, pinned);
      for (int i = 0; i < OF_EACH; i++) {
        fleet.startBackend(i);
      }
      for (int i = 0; i < OF_EACH; i++) {
        fleet.startFrontend(i);
      }
      return fleet;
    } catch (Exception | Error e) {
      fleet.close();
      throw e;
    }
  }

  private void grid() throws IOException {
    Files.createDirectories(home.resolve("data/testvo"));
    Keys.takenOver(new Shell(home, Map.of("GRIDFTP_ROOT", home.resolve("data").toString())))
        .run(GRID, script("grid-up"), home.resolve("grid").toString())
        .succeeded();
  }

  private void configure(DatabaseSettings database, boolean pinned) throws IOException {
    Authority authority = new Authority(Files.createDirectories(home.resolve("link")), "Link CA");
    PeerFiles frontend = authority.host("frontend");
    PeerFiles backend = authority.host("localhost");
    String door = Files.readString(home.resolve("grid/gridftp1/port")).trim();
    for (int i = 0; i < PLACES; i++) {
      String common = common(i, database, door);
      Files.writeString(
          home.resolve("backend" + i + ".yaml"),
          common
              + files(backend)
              + "  port: "
              + link[i]
              + "\n  address: 127.0.0.1\n  frontends: ['CN=frontend,DC=test']\n");
      String known =
          pinned
              ? "'localhost:" + link[i] + "'"
              : IntStream.of(link)
                  .mapToObj(port -> "'localhost:" + port + "'")
                  .collect(Collectors.joining(", "));
      Files.writeString(
          home.resolve("frontend" + i + ".yaml"),
          common + files(frontend) + "  retry-lost-backends: 200ms\n  backends: [" + known + "]\n");
    }
  }

  private String common(int number, DatabaseSettings database, String door) {
    return """
        endpoint: {host: localhost, address: 127.0.0.1, port: %d}
        credentials:
          certificate: grid/host/hostcert.pem
          key: grid/host/hostkey.pem
          trust: grid/certificates
          vomsdir: grid/vomsdir
        health: {port: %d}
        connections: {balancers: [127.0.0.1]}
        drain: {announce: 600ms}
        database: {url: '%s', user: '%s', read-connections: 4, write-connections: 4}
        areas:
          - name: testvo
            sfn: /testvo
            root: data/testvo
            reservations: {allowed: true}
            rules:
              - allow all to vo testvo
        directories: {async-after: 1ms}
        mapping: {grid-mapfile: grid/gridmap, allow-root: true}
        doors:
          - {host: localhost, port: %s}
        """
        .formatted(srm[number], health[number], database.url(), database.user(), door);
  }

  private static String files(PeerFiles files) {
    return "link:\n  authorities: %s\n  certificate: %s\n  key: %s\n"
        .formatted(files.authorities(), files.certificate(), files.key());
  }

  Configuration configuration(String name) {
    return switch (ConfigurationFile.read(home.resolve(name + ".yaml"))) {
      case ConfigurationFile.Outcome.Valid valid -> valid.configuration();
      case ConfigurationFile.Outcome.Invalid invalid ->
          throw new AssertionError(invalid.mistakes().toString());
    };
  }

  void startBackend(int number) throws Exception {
    backends[number] =
        new BackendProcess(
            configuration("backend" + number),
            home.resolve("log-backend" + number),
            step -> {},
            NotifySocket.nobody());
    backends[number].start();
  }

  void stopBackend(int number) {
    backends[number].close();
  }

  /** What an administrator reads who asks a backend. */
  AdminReply asked(int backend, String method, String path) {
    return asked(backends[backend], method, path);
  }

  private static AdminReply asked(Role role, String method, String path) {
    return role.routes()
        .reply(AdminCall.of(method, path, Map.of(), AdminCall.Body.NONE, Administrator.LOCAL));
  }

  /** Why a backend is not ready, or not whole. */
  List<String> troubles(int backend) {
    return backends[backend].state().troubles().stream().map(Trouble::text).toList();
  }

  /** What an administrator reads who asks a frontend. */
  AdminReply askedFrontend(int frontend, String method, String path) {
    return asked(frontends[frontend], method, path);
  }

  void startFrontend(int number) throws Exception {
    frontends[number] =
        new FrontendProcess(
            configuration("frontend" + number),
            home.resolve("log-frontend" + number),
            NotifySocket.nobody());
    frontends[number].start();
  }

  /** Begins to start the one more as a process: {@code frontend} or {@code backend}. */
  HalfProcess startByCommand(String half) throws IOException {
    return HalfProcess.start(half, home.resolve(half + BY_COMMAND + ".yaml"));
  }

  /** As the recipe has it: drained, stopped when nothing is left, started again. */
  void restartBackend(int number) throws Exception {
    awaitDrained(backends[number].drain());
    backends[number].close();
    startBackend(number);
  }

  /** The same. */
  void restartFrontend(int number) throws Exception {
    awaitDrained(frontends[number].drain());
    frontends[number].close();
    startFrontend(number);
  }

  /** The way out of service of a frontend. */
  Drain drainOfFrontend(int number) {
    return frontends[number].drain();
  }

  private static void awaitDrained(Drain drain) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    drain.begin();
    while (!drain.now().mayBeStopped()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("it is not drained: " + drain.now());
      }
      LockSupport.parkNanos(10_000_000);
    }
  }

  /** Of the SRM of a frontend. */
  int port(int frontend) {
    return srm[frontend];
  }

  /** Where a balancer asks. */
  int health(int frontend) {
    return health[frontend];
  }

  Path home() {
    return home;
  }

  /** Where the files of the area are. */
  Path files() {
    return home.resolve("data/testvo");
  }

  Path proxy(String name) {
    return home.resolve("grid/proxies").resolve(name);
  }

  private static String script(String name) {
    return Site.CHECKOUT.resolve("launcher/try-grid").resolve(name).toString();
  }

  @Override
  public void close() {
    Stream.of(frontends).filter(Objects::nonNull).forEach(FrontendProcess::close);
    Stream.of(backends).filter(Objects::nonNull).forEach(BackendProcess::close);
    Shell shell = new Shell(home.getParent(), Map.of());
    shell.run(GRID, script("grid-down"), home.resolve("grid").toString());
    shell.run(GRID, "rm", "-rf", home.toString());
  }
}
