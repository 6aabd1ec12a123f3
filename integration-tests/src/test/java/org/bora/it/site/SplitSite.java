package org.bora.it.site;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.bora.api.peer.PeerFiles;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.FreePort;
import org.bora.it.halves.Authority;

/**
 * A frontend and a backend as two processes of {@code ./bora}, mutual TLS between them, a database
 * of its own and two real GridFTP servers: what a site runs. Both processes can be killed and
 * started again. Everything is stopped and removed by {@link #close}.
 */
public final class SplitSite implements AutoCloseable {
  private static final Duration GRID = Duration.ofMinutes(2);

  private final Path home;
  private final Path configuration;
  private final int port;
  private HalfProcess backend;
  private HalfProcess frontend;

  private SplitSite(Path home, int port) {
    this.home = home;
    this.port = port;
    this.configuration = home.resolve("bora.yaml");
  }

  /** Starts everything on that database. */
  public static SplitSite up(DatabaseSettings database) throws IOException {
    return up(database, UnaryOperator.identity());
  }

  /**
   * The same.
   *
   * @param edit changes the configuration of the backend
   * @param directories to be made first, below the site's, for storage areas
   */
  public static SplitSite up(
      DatabaseSettings database, UnaryOperator<String> edit, String... directories)
      throws IOException {
    return up(database, edit, UnaryOperator.identity(), Map.of(), directories);
  }

  /**
   * One that maps these subjects to local accounts, and no other; Bora and the GridFTP servers
   * alike.
   *
   * @param edit changes the configuration of the backend
   */
  public static SplitSite mapping(
      DatabaseSettings database, UnaryOperator<String> edit, Map<String, String> accounts)
      throws IOException {
    return up(database, edit, UnaryOperator.identity(), accounts);
  }

  /** One whose halves tell a collector of every call. */
  public static SplitSite traced(DatabaseSettings database, URI collector) throws IOException {
    UnaryOperator<String> traced =
        text -> text + "tracing: {endpoint: '" + collector + "', ratio: 1}\n";
    return up(database, traced, traced, Map.of());
  }

  private static SplitSite up(
      DatabaseSettings database,
      UnaryOperator<String> ofBackend,
      UnaryOperator<String> ofFrontend,
      Map<String, String> accounts,
      String... directories)
      throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sites").toAbsolutePath());
    Path home = Files.createTempDirectory(parent, "split");
    // the accounts that GridFTP maps to must be able to go through
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    SplitSite site = new SplitSite(home, FreePort.find());
    try {
      site.grid();
      site.configure(database);
      site.reconfigure(ofBackend);
      Files.writeString(site.configuration, ofFrontend.apply(Files.readString(site.configuration)));
      if (!accounts.isEmpty()) {
        site.map(accounts);
      }
      for (String directory : directories) {
        Files.createDirectories(home.resolve(directory));
      }
      site.startBackend();
      site.startFrontend();
    } catch (IOException | RuntimeException | Error e) {
      site.close();
      throw e;
    }
    return site;
  }

  private void grid() throws IOException {
    Files.createDirectories(home.resolve("data/testvo"));
    Keys.takenOver(new Shell(home, Map.of("GRIDFTP_ROOT", home.resolve("data").toString())))
        .run(GRID, script("launcher/try-grid/grid-up"), grid("").toString())
        .succeeded();
  }

  private void configure(DatabaseSettings database) throws IOException {
    Path link = Files.createDirectories(home.resolve("link"));
    Authority authority = new Authority(link, "Link CA");
    PeerFiles one = authority.host("frontend");
    PeerFiles two = authority.host("localhost");
    int backendPort = FreePort.find();
    String common = common(database);
    Files.writeString(
        home.resolve("backend.yaml"),
        common
            + link(two)
            + "  port: "
            + backendPort
            + "\n"
            + "  address: 127.0.0.1\n  frontends: ['CN=frontend,DC=test']\n");
    Files.writeString(
        configuration,
        common
            + link(one)
            + "  retry-lost-backends: 200ms\n"
            + "  backends: ['localhost:"
            + backendPort
            + "']\n");
  }

  private String common(DatabaseSettings database) throws IOException {
    return """
        endpoint: {host: localhost, address: 127.0.0.1, port: %d}
        credentials:
          certificate: grid/host/hostcert.pem
          key: grid/host/hostkey.pem
          trust: grid/certificates
          vomsdir: grid/vomsdir
        database: {url: '%s', user: '%s'}
        areas:
          - name: testvo
            sfn: /testvo
            root: data/testvo
            rules:
              - allow all to vo testvo
              - allow read, list, stage to dn /DC=test/DC=grid/OU=people/CN=Alice Test
        mapping: {grid-mapfile: grid/gridmap, allow-root: true}
        copy: {lease: 5s}
        doors:
          - {host: localhost, port: %s}
          - {host: localhost, port: %s}
        """
        .formatted(
            port,
            database.url(),
            database.user(),
            Files.readString(grid("gridftp1/port")).trim(),
            Files.readString(grid("gridftp2/port")).trim());
  }

  private static String link(PeerFiles files) {
    return "link:\n  authorities: %s\n  certificate: %s\n  key: %s\n"
        .formatted(files.authorities(), files.certificate(), files.key());
  }

  private void map(Map<String, String> accounts) throws IOException {
    StringBuilder lines = new StringBuilder();
    accounts.forEach(
        (subject, account) ->
            lines.append('"').append(subject).append("\" ").append(account).append('\n'));
    Files.writeString(grid("gridmap"), lines);
  }

  /** Edits the configuration of the backend; it counts when the backend is started again. */
  private void reconfigure(UnaryOperator<String> edit) throws IOException {
    Path file = home.resolve("backend.yaml");
    Files.writeString(file, edit.apply(Files.readString(file)));
  }

  /** Starts the backend and waits until it serves. */
  public void startBackend() throws IOException {
    backend = start("backend", home.resolve("backend.yaml"));
  }

  /**
   * The same, from root, as an ordinary account that has these capabilities and can get no others.
   * It has a host key of its own: GridFTP servers, which are root's, refuse one that is not.
   *
   * @param capabilities as setpriv(1) writes them, without CAP_
   */
  public void startBackendAs(String account, String... capabilities) throws IOException {
    String own = account + ":" + account;
    Path file = home.resolve("backend.yaml");
    Path key = home.resolve("link/hostkey.pem");
    Files.copy(grid("host/hostkey.pem"), key, StandardCopyOption.COPY_ATTRIBUTES);
    reconfigure(text -> text.replace("key: grid/host/hostkey.pem", "key: link/hostkey.pem"));
    new Shell(home, Map.of())
        .run(
            GRID,
            "chown",
            "-R",
            own,
            HalfProcess.directory(file).toString(),
            home.resolve("link").toString())
        .succeeded();
    String these = "+" + String.join(",+", capabilities);
    backend =
        ready(
            HalfProcess.start(
                "backend",
                file,
                "setpriv",
                "--reuid=" + account,
                "--regid=" + account,
                "--clear-groups",
                "--inh-caps=-all," + these,
                "--ambient-caps=-all," + these,
                "--bounding-set=-all," + these,
                "--no-new-privs"));
  }

  /** Starts the frontend and waits until it serves. */
  public void startFrontend() throws IOException {
    frontend = start("frontend", configuration);
  }

  /**
   * As {@code kill -9} of the GridFTP servers, and of their processes that transfer; they are gone
   * then.
   */
  public void killGridFtp() throws IOException {
    for (String server : new String[] {"gridftp1", "gridftp2"}) {
      long pid = Long.parseLong(Files.readString(grid(server + "/pid")).trim());
      ProcessHandle.of(pid)
          .ifPresent(
              daemon -> {
                List<ProcessHandle> children = daemon.descendants().toList();
                daemon.destroyForcibly();
                children.forEach(ProcessHandle::destroyForcibly);
                // until then it would be taken for one that runs
                daemon.onExit().orTimeout(30, TimeUnit.SECONDS).join();
              });
    }
  }

  /** Starts those that do not run, at the ports that they had. */
  public void startGridFtp() throws IOException {
    new Shell(home, Map.of("GRIDFTP_ROOT", home.resolve("data").toString()))
        .with("GRIDFTP_PORT1", Files.readString(grid("gridftp1/port")).trim())
        .with("GRIDFTP_PORT2", Files.readString(grid("gridftp2/port")).trim())
        .run(GRID, script("launcher/try-grid/grid-up"), grid("").toString())
        .succeeded();
  }

  private static HalfProcess start(String half, Path file) throws IOException {
    return ready(HalfProcess.start(half, file));
  }

  private static HalfProcess ready(HalfProcess process) throws IOException {
    try {
      process.awaitReady();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.kill();
      throw new AssertionError("interrupted", e);
    }
    return process;
  }

  /** As {@code kill -9}: no hook runs, nothing is flushed. */
  public void killBackend() {
    backend.kill();
  }

  /** As {@code kill -9}. */
  public void killFrontend() {
    frontend.kill();
  }

  public String endpoint() {
    return "localhost:" + port;
  }

  public int port() {
    return port;
  }

  /** Where the files of the area are. */
  public Path files() {
    return home.resolve("data/testvo");
  }

  /**
   * A file as one of the GridFTP servers sees it, without any SRM.
   *
   * @param path below their root, which is also above the area
   */
  public String gsiftp(String path) throws IOException {
    String door = Files.readString(grid("gridftp1/port")).trim();
    return "gsiftp://localhost:" + door + home.resolve("data").resolve(path);
  }

  /** The directory that the GridFTP servers serve. */
  public Path served() {
    return home.resolve("data");
  }

  public Path proxy(String name) {
    return grid("proxies").resolve(name);
  }

  /** A user's shell. */
  public Shell shell() {
    Map<String, String> environment = new HashMap<>();
    environment.put("GRID", grid("").toString());
    environment.put("X509_CERT_DIR", grid("certificates").toString());
    environment.put("X509_VOMS_DIR", grid("vomsdir").toString());
    environment.put("X509_USER_PROXY", proxy("alice-voms").toString());
    environment.put("GLOBUS_HOSTNAME", "localhost");
    environment.put("GFAL_PYTHONBIN", "/usr/bin/python3");
    return new Shell(home, environment);
  }

  private Path grid(String below) {
    return home.resolve("grid").resolve(below);
  }

  private static String script(String path) {
    return Site.CHECKOUT.resolve(path).toString();
  }

  @Override
  public void close() throws IOException {
    for (HalfProcess process : new HalfProcess[] {frontend, backend}) {
      if (process != null) {
        process.end();
      }
    }
    Shell shell = new Shell(home.getParent(), Map.of());
    shell.run(GRID, script("launcher/try-grid/grid-down"), grid("").toString());
    shell.run(GRID, "rm", "-rf", home.toString());
  }
}
