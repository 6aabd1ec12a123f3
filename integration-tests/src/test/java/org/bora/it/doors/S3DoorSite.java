package org.bora.it.doors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.testing.FreePort;
import org.bora.it.site.DoorSite;

/**
 * A split site with two S3 doors, of which one is there to be killed, and a quota that is not
 * reached.
 */
final class S3DoorSite implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Pattern BACKENDS = Pattern.compile("\\['localhost:(\\d+)', '[^']+'\\]");
  private static final byte[] NOTHING = new byte[0];

  /** Of what a kill leaves behind; the names are free before the sweep comes. */
  private static final String SWEEP =
      "sweep: {interval: 1s, put-grace: 10s, orphan-interval: 5s, orphan-grace: 1m}\n";

  private static final String QUOTAS =
      "root: data/testvo\n    quotas: {bytes-per-vo: 10GiB, files-per-vo: 10000}";

  private final DoorSite site;
  private final LostAnswers answers;
  private final S3Door victim;
  private final S3Door other;

  private S3DoorSite(DoorSite site, LostAnswers answers, int[] ports) throws IOException {
    this.site = site;
    this.answers = answers;
    String made = accessKey();
    shareVault();
    this.victim = door(ports[0], made);
    this.other = door(ports[1], made);
  }

  static S3DoorSite up(DatabaseSettings database) throws IOException {
    int[] ports = FreePort.find(2);
    int[] next = {0};
    LostAnswers[] made = {null};
    DoorSite site =
        DoorSite.up(
            database,
            text -> {
              boolean first = next[0] == 0;
              String port = "s3-port: " + ports[next[0]++] + ", http-port:";
              String configuration = text.replace("http-port:", port);
              return first ? throughLostAnswers(configuration, made) : configuration;
            },
            text -> text.replace("root: data/testvo", QUOTAS) + SWEEP);
    try {
      site.start(DoorSite.OTHER_DOOR);
      return new S3DoorSite(site, made[0], ports);
    } catch (IOException | RuntimeException | Error e) {
      site.close();
      made[0].close();
      throw e;
    }
  }

  /** The door that is killed asks one backend alone. */
  private static String throughLostAnswers(String configuration, LostAnswers[] made) {
    Matcher backends = BACKENDS.matcher(configuration);
    assertTrue(backends.find(), configuration);
    try {
      made[0] = new LostAnswers(Integer.parseInt(backends.group(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return backends.replaceFirst("['localhost:" + made[0].port() + "']");
  }

  private String accessKey() {
    String url = site.http(DoorSite.DOOR) + "/.well-known/bora/s3-keys?label=killed";
    String trust = site.authorities().toString();
    String proxy = site.proxy("alice-voms").toString();
    return site.shell()
        .run(PATIENCE, "curl", "-sS", "--capath", trust, "-E", proxy, "-X", "POST", url)
        .succeeded()
        .output();
  }

  /** As docs/operate/s3-keys.md says: from the backend that made the first key to the others. */
  private void shareVault() throws IOException {
    List<Path> vaults =
        DoorSite.BACKENDS.stream()
            .map(name -> site.home().resolve(name + "-process/vault.keys"))
            .toList();
    Path made = vaults.stream().filter(Files::exists).findFirst().orElseThrow();
    for (Path vault : vaults) {
      if (!Files.exists(vault)) {
        Files.copy(made, vault, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static S3Door door(int port, String made) {
    return new S3Door(
        Map.of(
            "AWS_ENDPOINT_URL",
            "https://localhost:" + port,
            "AWS_DEFAULT_REGION",
            "us-east-1",
            "AWS_ACCESS_KEY_ID",
            value(made, "accessKeyId"),
            "AWS_SECRET_ACCESS_KEY",
            value(made, "secretAccessKey")));
  }

  private static String value(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"]+)\"").matcher(json);
    assertTrue(found.find(), json);
    return found.group(1);
  }

  /** The door that is killed. */
  S3Door victim() {
    return victim;
  }

  /** What the backend of the victim answers to it. */
  LostAnswers answers() {
    return answers;
  }

  S3Door other() {
    return other;
  }

  void freeze() {
    site.process(DoorSite.DOOR).freeze(); // nothing goes on while a test looks
  }

  /** As {@code kill -9}. */
  void kill() {
    site.process(DoorSite.DOOR).kill();
    answers.passAll();
  }

  void restart() {
    site.start(DoorSite.DOOR);
  }

  /** Where a file is. */
  Path at(String path) {
    return site.home().resolve("data" + path);
  }

  /** Whatever uploads have that are not ended, or have left behind. */
  List<Path> hidden() {
    return hidden(site.files());
  }

  /** The same below a directory; of the parts of an upload their directory alone. */
  private static List<Path> hidden(Path directory) {
    return names(directory)
        .map(directory::resolve)
        .flatMap(path -> isHidden(path) ? Stream.of(path) : hidden(path).stream())
        .toList();
  }

  private static boolean isHidden(Path path) {
    String name = path.getFileName().toString();
    return name.startsWith(".bora-put-") || name.startsWith(".s3-upload-");
  }

  /** What is in a directory; nothing where it is none. */
  static Stream<String> names(Path directory) {
    String[] names = directory.toFile().list();
    return Stream.of(names == null ? new String[0] : names);
  }

  /** Bytes and number of the files that there are, and that the quota says there are. */
  List<List<Long>> used() throws Exception {
    Map<String, Long> told = other.quotas("/testvo");
    try (Stream<Path> all = Files.walk(site.files())) {
      List<Path> files = all.filter(Files::isRegularFile).toList();
      long bytes = files.stream().mapToLong(file -> file.toFile().length()).sum();
      return List.of(
          List.of(bytes, (long) files.size()),
          List.of(told.get("x-bora-quota-vo-bytes-used"), told.get("x-bora-quota-vo-files-used")));
    }
  }

  /** The unfinished multipart uploads of a bucket. */
  String uploads(String query) throws Exception {
    var listed = other.askOnce("GET", "/testvo", query, NOTHING);
    assertEquals(200, listed.statusCode(), listed.body());
    return listed.body();
  }

  @Override
  public void close() throws IOException {
    site.close();
    answers.close();
  }
}
