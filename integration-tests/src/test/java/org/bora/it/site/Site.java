package org.bora.it.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Bora all-in-one that {@code ./bora up} started in a directory of its own, used only as a user
 * could: by its command line, its endpoint and its environment. Stopped, and its directory removed,
 * by {@link #close}.
 */
public final class Site implements AutoCloseable {

  /** The checkout under test: the directory that holds {@code bora}. */
  public static final Path CHECKOUT = Path.of("").toAbsolutePath().getParent();

  /**
   * Of every process of Bora that lives for a test: without the second compiler it is ready after
   * 4.4 instead of 7.4 s of processor time.
   */
  public static final Map<String, String> ENVIRONMENT =
      Map.of(
          "BORA_NO_BUILD", "1",
          "BORA_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");

  /** The JVM of a service, for load. */
  private static final Map<String, String> FOR_LOAD = Map.of("BORA_NO_BUILD", "1");

  private static final Duration START = Duration.ofMinutes(3);
  private static final Pattern EXPORT =
      Pattern.compile("export (\\w+)=(?:\"([^\"]*)\"|'([^']*)'|(\\S*))");

  private final Path home;
  private final Shell commands;

  /** What {@code bora env} exported since the last start; empty: not asked yet. */
  private Map<String, String> exports = Map.of();

  private Site(String name, Map<String, String> environment) throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sites").toAbsolutePath());
    this.home = Files.createTempDirectory(parent, name);
    this.commands = Keys.takenOver(new Shell(CHECKOUT, environment));
  }

  /** A new site under a fresh directory in the module's target. */
  public static Site up(String name) throws IOException {
    return up(name, ENVIRONMENT);
  }

  /** The same with the JVM of a service, for load. */
  public static Site upForLoad(String name) throws IOException {
    return up(name, FOR_LOAD);
  }

  private static Site up(String name, Map<String, String> environment) throws IOException {
    Site site = new Site(name, environment);
    try {
      site.start();
    } catch (RuntimeException | Error e) {
      site.close();
      throw e;
    }
    return site;
  }

  /** The same with settings as options, {@code --endpoint.http-recalls=true} for example. */
  public static Site upWith(String name, String... options) throws IOException {
    return begun(name, List.of(options));
  }

  /** A new site whose try grid has areas on tape: {@code ./bora up --tape}. */
  public static Site upWithTape(String name, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("--tape"));
    words.addAll(List.of(options));
    return begun(name, words);
  }

  private static Site begun(String name, List<String> options) throws IOException {
    Site site = new Site(name, ENVIRONMENT);
    List<String> words = new ArrayList<>(List.of("up", "--background"));
    words.addAll(List.of("--home", site.home.toString()));
    words.addAll(options);
    try {
      site.bora(words.toArray(String[]::new)).succeeded();
    } catch (RuntimeException | Error e) {
      site.close();
      throw e;
    }
    return site;
  }

  /**
   * The same with a configuration file of its own instead of the generated one.
   *
   * @param directories to be made first, below the site's, for its storage areas
   */
  public static Site up(String name, String configuration, String... directories)
      throws IOException {
    Site site = new Site(name, ENVIRONMENT);
    try {
      // the accounts that GridFTP maps to must be able to go through
      Files.setPosixFilePermissions(site.home, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.writeString(site.home.resolve("bora.yaml"), configuration);
      for (String directory : directories) {
        Files.createDirectories(site.home.resolve(directory));
      }
      site.start();
    } catch (IOException | RuntimeException | Error e) {
      site.close();
      throw e;
    }
    return site;
  }

  /** A second site, on the grid of another: users and authorities are the same. */
  public static Site beside(Site other, String name) throws IOException {
    Site site = new Site(name, ENVIRONMENT);
    try {
      String grid = other.home.resolve("grid").toString();
      String configuration =
          Files.readString(other.home.resolve("bora.yaml"))
              .replace("try-grid: true", "try-grid: false")
              .replace(": grid/", ": " + grid + "/");
      Files.writeString(site.home.resolve("bora.yaml"), configuration);
      Files.createDirectories(site.home.resolve("data/testvo"));
      site.start();
    } catch (IOException | RuntimeException | Error e) {
      site.close();
      throw e;
    }
    return site;
  }

  /** Starts it (again); returns what was printed. */
  public String start() {
    exports = Map.of();
    return bora("up", "--background", "--home", home.toString()).succeeded().output();
  }

  /** Runs a verb of the command line. */
  public Shell.Result bora(String... words) {
    String[] command = new String[words.length + 1];
    command[0] = CHECKOUT.resolve("bora").toString();
    System.arraycopy(words, 0, command, 1, words.length);
    return commands.run(START, command);
  }

  public Path home() {
    return home;
  }

  /** {@code HOST:PORT}. */
  public String endpoint() throws IOException {
    return endpointFile().get(0);
  }

  /** The writable directory as clients name it. */
  public String root() throws IOException {
    return endpointFile().get(1);
  }

  /** As {@code kill -9} of Bora itself; its database and GridFTP server live on. */
  public void kill() throws IOException {
    String pid = Files.readAllLines(home.resolve("run/bora.pid")).getFirst();
    ProcessHandle.of(Long.parseLong(pid))
        .ifPresent(
            process -> {
              process.destroyForcibly();
              process.onExit().join();
            });
  }

  private List<String> endpointFile() throws IOException {
    return List.of(Files.readString(home.resolve("endpoint")).trim().split(" ", -1));
  }

  public int port() throws IOException {
    String endpoint = endpoint();
    return Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
  }

  /** The port of one of its servers: {@code srm}, {@code database}, {@code gridftp}. */
  public int portOf(String server) throws IOException {
    for (String line : Files.readAllLines(home.resolve("ports"))) {
      if (line.startsWith(server + " ")) {
        return Integer.parseInt(line.substring(server.length() + 1).trim());
      }
    }
    throw new IllegalArgumentException("the site has no port of " + server);
  }

  /** What {@code bora env} exports. Asked once: the command takes most of a second. */
  public Map<String, String> environment() {
    if (exports.isEmpty()) {
      Map<String, String> found = new HashMap<>();
      String printed = bora("env", "--home", home.toString()).succeeded().output();
      Matcher export = EXPORT.matcher(printed);
      while (export.find()) {
        String value = export.group(2) != null ? export.group(2) : export.group(3);
        found.put(export.group(1), value != null ? value : export.group(4));
      }
      exports = Map.copyOf(found);
    }
    return exports;
  }

  /** A user's shell. */
  public Shell shell() {
    return new Shell(home, environment());
  }

  /** A credential of the try grid by name, see its grid-up. */
  public Path proxy(String name) {
    return Path.of(environment().get("GRID")).resolve("proxies").resolve(name);
  }

  @Override
  public void close() throws IOException {
    bora("down", "--home", home.toString());
    new Shell(home.getParent(), Map.of()).run(Duration.ofMinutes(1), "rm", "-rf", home.toString());
  }
}
