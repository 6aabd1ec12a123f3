package org.bora.it.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.DatabaseWay;
import org.bora.backend.testing.FreePort;
import org.bora.it.site.HalfProcess;
import org.bora.it.site.Keys;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.launcher.CommandBlock;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.service.NotifySocket;
import org.bora.server.wire.FrontendProcess;

/**
 * The site of docs/operate/split.md with two of each, made from that page: its certificates, its
 * files, its HAProxy; each half a process of {@code ./bora}. What stands for its hosts are ports of
 * this machine. Between the first backend and the database, and between the frontends and that
 * backend, are ways that can fall silent. One frontend more, in this process, knows only the second
 * backend: its callers have nothing to do with the first. Everything is stopped and removed by
 * {@link #close}.
 */
final class TwoByTwo implements AutoCloseable {
  static final int OF_EACH = 2;

  private static final String PAGE = TwoByTwoIT.PAGE;
  private static final String WALK =
      "integration-tests/src/test/java/org/bora/it/docs/SplitWalkIT.java";
  private static final String RUNNER =
      "integration-tests/src/test/java/org/bora/it/fleet/TwoByTwoIT.java";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path home;
  private final Path grid;
  private final int[] ports = FreePort.find(9);
  private final int balanced = ports[0];
  private final List<HalfProcess> backends = new ArrayList<>();
  private final List<HalfProcess> frontends = new ArrayList<>();
  private final DatabaseWay toDatabase;
  private final DatabaseWay toBackend;
  private FrontendProcess apart;
  private Process haProxy;

  private TwoByTwo(Path home, DatabaseSettings database) throws IOException {
    this.home = home;
    this.grid = home.resolve("grid");
    this.toDatabase = new DatabaseWay(database);
    this.toBackend = DatabaseWay.toPort(link(1));
  }

  static TwoByTwo up(DatabaseSettings database) throws Exception {
    Path parent = Files.createDirectories(Path.of("target", "sites").toAbsolutePath());
    TwoByTwo site = new TwoByTwo(Files.createTempDirectory(parent, "two"), database);
    try {
      site.makeKeys();
      site.configure(database);
      site.start();
      return site;
    } catch (Exception | Error e) {
      site.close();
      throw e;
    }
  }

  private int srm(int number) {
    return ports[number];
  }

  private int health(int number) {
    return ports[2 + number];
  }

  private int link(int number) {
    return ports[4 + number];
  }

  private void makeKeys() throws IOException {
    Files.createDirectories(home.resolve("data/testvo"));
    Keys.takenOver(new Shell(home, Map.of("GRIDFTP_ROOT", home.resolve("data").toString())))
        .run(PATIENCE, script("grid-up"), grid.toString())
        .succeeded();
    String commands =
        "set -e\n"
            + block(WALK, "openssl req -x509")
            + block(RUNNER, "for n in 1 2; do")
                .replaceAll("(backend|frontend)\\$n\\.example\\.org", "localhost");
    new Shell(home, Map.of()).run(PATIENCE, "bash", "-c", commands).succeeded();
  }

  private static String block(String runner, String begin) {
    return CommandBlock.of(PAGE, runner).stream()
        .map(CommandBlock::text)
        .filter(text -> text.startsWith(begin))
        .findFirst()
        .orElseThrow(() -> new AssertionError(PAGE + " has no block that begins so: " + begin));
  }

  /** A command of the page about a frontend, run for one of them. */
  Shell.Result run(String begin, int number) {
    String command =
        block(RUNNER, begin)
            .replace("/etc/bora/frontend.yaml", configuration("frontend" + number).toString())
            .replace(
                "/var/lib/bora/frontend",
                home.resolve("frontend" + number + "-process").toString());
    return new Shell(Site.CHECKOUT, Site.ENVIRONMENT)
        .run(PATIENCE, "bash", "-c", command)
        .succeeded();
  }

  private void configure(DatabaseSettings database) throws IOException {
    for (int number = 1; number <= OF_EACH; number++) {
      Files.writeString(
          home.resolve("backend" + number + ".yaml"), backend(number, database) + credentials());
      Files.writeString(home.resolve("frontend" + number + ".yaml"), frontend(number));
    }
    Files.writeString(
        home.resolve("apart.yaml"),
        frontend(2)
            .replace("'localhost:" + toBackend.port() + "', ", "")
            .replace("port: " + srm(2) + "}", "port: " + ports[7] + "}")
            .replace("port: " + health(2) + "}", "port: " + ports[8] + "}"));
  }

  private String backend(int number, DatabaseSettings database) throws IOException {
    String url = database.url();
    if (number == 1) {
      url = url.replaceFirst("//[^/]+/", "//" + toDatabase.place() + "/");
    }
    return CommandBlock.example(PAGE, "# backend.yaml")
        .replace("se.example.org", "localhost")
        .replace("jdbc:mysql://db.example.org:3306/bora?sslMode=VERIFY_IDENTITY", "'" + url + "'")
        .replace("user: bora", "user: '" + database.user() + "'")
        .replace("  password-file: db-password\n", "")
        .replace("/storage/atlas", "data/testvo")
        .replace("atlas", "testvo")
        .replace("gridftp1.example.org", "localhost, port: " + door(1))
        .replace("gridftp2.example.org", "localhost, port: " + door(2))
        .replace("backend1-", "backend" + number + "-")
        .replace("address: 10.0.0.11", "address: 127.0.0.1\n  port: " + link(number));
  }

  private String door(int number) throws IOException {
    return Files.readString(grid.resolve("gridftp" + number + "/port")).trim();
  }

  private String frontend(int number) {
    return CommandBlock.example(PAGE, "# frontend.yaml")
            .replace("se.example.org, port: 8444", "localhost, port: " + srm(number))
            .replace("10.0.0.10", "127.0.0.1")
            .replace("10.0.0.1, port: 8446", "127.0.0.1, port: " + health(number))
            .replace("frontend1-", "frontend" + number + "-")
            .replace("backend1.example.org:8445", "localhost:" + toBackend.port())
            .replace("backend2.example.org:8445", "localhost:" + link(2))
        + credentials();
  }

  private static String credentials() {
    return """

        credentials:
          certificate: grid/host/hostcert.pem
          key: grid/host/hostkey.pem
          trust: grid/certificates
          vomsdir: grid/vomsdir
        mapping: {grid-mapfile: grid/gridmap, allow-root: true}
        """;
  }

  private void start() throws Exception {
    for (int number = 1; number <= OF_EACH; number++) {
      backends.add(HalfProcess.start("backend", home.resolve("backend" + number + ".yaml")));
      frontends.add(HalfProcess.start("frontend", home.resolve("frontend" + number + ".yaml")));
    }
    for (HalfProcess half : backends) {
      half.awaitReady();
    }
    for (HalfProcess half : frontends) {
      half.awaitReady();
    }
    if (!(ConfigurationFile.read(home.resolve("apart.yaml"))
        instanceof ConfigurationFile.Outcome.Valid valid)) {
      throw new AssertionError("apart.yaml: " + ConfigurationFile.read(home.resolve("apart.yaml")));
    }
    apart =
        new FrontendProcess(
            valid.configuration(), home.resolve("log-apart"), NotifySocket.nobody());
    apart.start();
    balance();
  }

  /** HAProxy as section 5 of the page has it. */
  private void balance() throws IOException {
    String file =
        CommandBlock.example(PAGE, "defaults").replace("bind :8444", "bind 127.0.0.1:" + balanced);
    for (int number = 1; number <= OF_EACH; number++) {
      file =
          file.replace(
              "10.0.0." + number + ":8444 port 8446",
              "127.0.0.1:" + srm(number) + " port " + health(number));
    }
    Path configuration = Files.writeString(home.resolve("haproxy.cfg"), file + "\n");
    Path log = home.resolve("haproxy.log");
    haProxy =
        new Shell(home, Map.of())
            .start(log.toFile(), "/usr/sbin/haproxy", "-db", "-f", configuration.toString());
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), balanced)) {
        return;
      } catch (IOException notYet) {
        if (!haProxy.isAlive() || System.nanoTime() > end) {
          throw new AssertionError("HAProxy did not start: " + Files.readString(log), notYet);
        }
        LockSupport.parkNanos(10_000_000);
      }
    }
  }

  /** Where clients of the site come to. */
  int balanced() {
    return balanced;
  }

  /** The frontend that knows only the second backend. */
  int apart() {
    return ports[7];
  }

  /** The first of them is the one that things are done to. */
  HalfProcess backend() {
    return backends.getFirst();
  }

  List<HalfProcess> backends() {
    return backends;
  }

  List<HalfProcess> frontends() {
    return frontends;
  }

  /** As frontends call the first backend. */
  String nameOfBackend() {
    return "localhost:" + toBackend.port();
  }

  DatabaseWay toDatabase() {
    return toDatabase;
  }

  DatabaseWay toBackend() {
    return toBackend;
  }

  Path configuration(String half) {
    return home.resolve(half + ".yaml");
  }

  /** Where the files of the area are. */
  Path files() {
    return home.resolve("data/testvo");
  }

  Path proxy() {
    return grid.resolve("proxies/alice-voms");
  }

  private static String script(String name) {
    return Site.CHECKOUT.resolve("launcher/try-grid").resolve(name).toString();
  }

  @Override
  public void close() throws IOException {
    if (haProxy != null) {
      haProxy.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }
    if (apart != null) {
      apart.close();
    }
    frontends.forEach(HalfProcess::kill);
    backends.forEach(HalfProcess::kill);
    toBackend.close();
    toDatabase.close();
    Shell shell = new Shell(home.getParent(), Map.of());
    shell.run(PATIENCE, script("grid-down"), grid.toString());
    shell.run(PATIENCE, "rm", "-rf", home.toString());
  }
}
