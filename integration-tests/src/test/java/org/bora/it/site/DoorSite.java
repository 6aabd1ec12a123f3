package org.bora.it.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.bora.api.peer.PeerFiles;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.FreePort;
import org.bora.it.halves.Authority;
import org.bora.launcher.grid.TryIssuer;

/**
 * Two backends, a frontend and HTTP doors as processes of {@code ./bora}, mutual TLS between them,
 * a database of its own: a split site that serves HTTP. Each process can be frozen, killed and
 * started again by its name. Everything is stopped and removed by {@link #close}.
 */
public final class DoorSite implements AutoCloseable {
  public static final String DOOR = "door1";
  public static final String OTHER_DOOR = "door2";
  public static final List<String> BACKENDS = List.of("backend1", "backend2");
  private static final String FRONTEND = "frontend1";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path home;
  private final Map<String, Integer> ports = new HashMap<>();
  private final Map<String, HalfProcess> processes = new TreeMap<>();

  private DoorSite(Path home) throws IOException {
    this.home = home;
    List<String> names = List.of("backend1", "backend2", FRONTEND, DOOR, OTHER_DOOR);
    int[] free = FreePort.find(names.size());
    for (int i = 0; i < free.length; i++) {
      ports.put(names.get(i), free[i]);
    }
  }

  /**
   * Starts backends, frontend and one door.
   *
   * @param edit changes the configuration of the doors
   */
  public static DoorSite up(DatabaseSettings database, UnaryOperator<String> edit)
      throws IOException {
    return up(database, edit, UnaryOperator.identity());
  }

  /**
   * The same.
   *
   * @param edit changes the configuration of the doors
   * @param editBackends changes that of the backends
   */
  public static DoorSite up(
      DatabaseSettings database, UnaryOperator<String> edit, UnaryOperator<String> editBackends)
      throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sites").toAbsolutePath());
    Path home = Files.createTempDirectory(parent, "door");
    // the accounts that GridFTP maps to must be able to go through
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    DoorSite site = new DoorSite(home);
    try {
      site.grid();
      site.configure(database, edit, editBackends);
      BACKENDS.forEach(site::begin);
      BACKENDS.forEach(site::await);
      // a door that finds its backends has its areas from the beginning
      List.of(FRONTEND, DOOR).forEach(site::begin);
      List.of(FRONTEND, DOOR).forEach(site::await);
      return site;
    } catch (IOException | RuntimeException | Error e) {
      site.close();
      throw e;
    }
  }

  private void grid() throws IOException {
    Files.createDirectories(home.resolve("data/testvo"));
    Keys.takenOver(new Shell(home, Map.of("GRIDFTP_ROOT", home.resolve("data").toString())))
        .run(PATIENCE, script("grid-up"), home.resolve("grid").toString())
        .succeeded();
    issuer().provide();
  }

  private TryIssuer issuer() {
    return new TryIssuer(home.resolve("issuer"));
  }

  private void configure(
      DatabaseSettings database, UnaryOperator<String> edit, UnaryOperator<String> editBackends)
      throws IOException {
    Authority authority = new Authority(Files.createDirectories(home.resolve("link")), "Link CA");
    PeerFiles backend = authority.host("localhost");
    String gridFtp = Files.readString(home.resolve("grid/gridftp1/port")).trim();
    String backends =
        "  backends: ['localhost:%d', 'localhost:%d']\n  retry-lost-backends: 200ms\n"
            .formatted(ports.get("backend1"), ports.get("backend2"));
    for (String name : BACKENDS) {
      write(
          name,
          editBackends.apply(
              """
          endpoint: {host: localhost, port: %d, http-port: %d}
          database: {url: '%s', user: '%s'}
          mapping: {grid-mapfile: grid/gridmap, allow-root: true}
          doors:
            - {host: localhost, port: %s}
          """
                      .formatted(
                          ports.get(FRONTEND),
                          ports.get(DOOR),
                          database.url(),
                          database.user(),
                          gridFtp)
                  + areas()
                  + link(backend)
                  + "  port: "
                  + ports.get(name)
                  + "\n  address: 127.0.0.1\n"
                  + "  frontends: ['CN=frontend,DC=test', 'CN=door,DC=test']\n"));
    }
    write(
        FRONTEND,
        "endpoint: {host: localhost, address: 127.0.0.1, port: "
            + ports.get(FRONTEND)
            + "}\n"
            + link(authority.host("frontend"))
            + backends);
    PeerFiles door = authority.host("door");
    for (String name : List.of(DOOR, OTHER_DOOR)) {
      write(
          name,
          edit.apply(
              """
              endpoint: {host: localhost, address: 127.0.0.1, http-port: %d}
              tokens:
                issuers:
                  - {issuer: '%s', vo: testvo, base: [/], keys: issuer/keys.json}
              """
                      .formatted(ports.get(name), TryIssuer.ISSUER)
                  + areas()
                  + link(door)
                  + backends));
    }
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(
        home.resolve(name + ".yaml"),
        text
            + """
            credentials:
              certificate: grid/host/hostcert.pem
              key: grid/host/hostkey.pem
              trust: grid/certificates
              vomsdir: grid/vomsdir
            """);
  }

  private static String areas() {
    return """
        areas:
          - name: testvo
            sfn: /testvo
            root: data/testvo
            rules:
              - allow all to vo testvo
        """;
  }

  private static String link(PeerFiles files) {
    return "link:\n  authorities: %s\n  certificate: %s\n  key: %s\n"
        .formatted(files.authorities(), files.certificate(), files.key());
  }

  /** Begins to start a process. */
  private void begin(String name) {
    String half = name.substring(0, name.length() - 1);
    try {
      processes.put(name, HalfProcess.start(half, configuration(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a process, and waits until it serves. */
  public void start(String name) {
    begin(name);
    await(name);
  }

  private void await(String name) {
    try {
      processes.get(name).awaitReady();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** One of the processes. */
  public HalfProcess process(String name) {
    return processes.get(name);
  }

  /** The configuration of a process; it counts at its next start. */
  public Path configuration(String name) {
    return home.resolve(name + ".yaml");
  }

  /** {@code https://HOST:PORT} of a door. */
  public String http(String door) {
    return "https://localhost:" + ports.get(door);
  }

  /** Where SRM is served. */
  public int port() {
    return ports.get(FRONTEND);
  }

  /** The area by SRM. */
  public String surl() {
    return "srm://localhost:" + ports.get(FRONTEND) + "/srm/managerv2?SFN=/testvo";
  }

  /** A token of an issuer that the doors believe. */
  public String token(String scope) throws IOException {
    Instant now = Instant.now();
    return issuer()
        .token(
            new TryIssuer.Wish(
                "alice",
                scope,
                List.of(),
                "https://wlcg.cern.ch/jwt/v1/any",
                now,
                now.plus(Duration.ofHours(1))));
  }

  public Path home() {
    return home;
  }

  /** Where the files of the area are. */
  public Path files() {
    return home.resolve("data/testvo");
  }

  public Path authorities() {
    return home.resolve("grid/certificates");
  }

  public Path proxy(String name) {
    return home.resolve("grid/proxies").resolve(name);
  }

  /** A user's shell. */
  public Shell shell() {
    return new Shell(
        home,
        Map.of(
            "X509_CERT_DIR", authorities().toString(),
            "X509_VOMS_DIR", home.resolve("grid/vomsdir").toString(),
            "X509_USER_PROXY", proxy("alice-voms").toString(),
            "GLOBUS_HOSTNAME", "localhost",
            "GFAL_PYTHONBIN", "/usr/bin/python3"));
  }

  private static String script(String name) {
    return Site.CHECKOUT.resolve("launcher/try-grid").resolve(name).toString();
  }

  @Override
  public void close() {
    processes.values().forEach(HalfProcess::kill);
    Shell shell = new Shell(home.getParent(), Map.of());
    shell.run(PATIENCE, script("grid-down"), home.resolve("grid").toString());
    shell.run(PATIENCE, "rm", "-rf", home.toString());
  }
}
