package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bora.it.site.Await;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** COPY of a directory within the service: it is complete or is not there, whatever happens. */
@Timeout(240)
class HttpDirectoryCopyIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String ALICE = "/DC=test/DC=grid/OU=people/CN=Alice Test";

  /** Their copy takes seconds, so that a test can do something meanwhile. */
  private static final int MANY = 1000;

  /** A ban takes seconds to reach the door. An empty directory takes less time than a file. */
  private static final int DIRECTORIES = 6000;

  private static Site site;
  private static Path files;

  @BeforeAll
  static void up() throws Exception {
    site = Site.up("directory-copy");
    files = site.home().resolve("data/testvo");
    Path many = Files.createDirectories(files.resolve("many/sub"));
    for (int number = 0; number < MANY; number++) {
      Files.write(many.resolve("f" + number), new byte[1]);
    }
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  private static String http(String path) {
    return site.environment().get("BORA_HTTP") + "/testvo" + path;
  }

  private static String[] curl(String user, String... options) {
    List<String> words = new ArrayList<>(List.of("curl", "-sS", "-m", "110"));
    words.addAll(List.of("--capath", site.environment().get("X509_CERT_DIR")));
    words.addAll(List.of("-E", site.proxy(user).toString(), "-w", "%{http_code}"));
    words.addAll(List.of(options));
    return words.toArray(String[]::new);
  }

  private static String member(String... options) {
    return site.shell().run(PATIENCE, curl("alice-voms", options)).succeeded().output();
  }

  private static String copy(String from, String to, String... options) {
    return member(words(from, to, options));
  }

  private static String[] words(String from, String to, String... options) {
    List<String> words = new ArrayList<>(List.of("-X", "COPY"));
    words.addAll(List.of("-H", "Destination: " + http(to), http(from)));
    words.addAll(List.of(options));
    return words.toArray(String[]::new);
  }

  /** A COPY that goes on while the test does something; it has begun to fill its directory. */
  private static Process begun(String from, String to) throws Exception {
    Path said = site.home().resolve("said" + to.replace('/', '-'));
    Process client = site.shell().start(said.toFile(), curl("alice-voms", words(from, to)));
    Await.until(
        "the copy has begun",
        () -> {
          List<Path> made = unfinished(to);
          return !made.isEmpty() && entries(made.getFirst()) > 0;
        });
    return client;
  }

  private static String ended(Process client, String to) throws Exception {
    assertTrue(client.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    return Files.readString(site.home().resolve("said" + to.replace('/', '-')));
  }

  private static List<Path> unfinished(String to) throws IOException {
    String begin = to.substring(1) + ".copying-";
    try (Stream<Path> all = Files.list(files)) {
      return all.filter(path -> path.getFileName().toString().startsWith(begin)).toList();
    }
  }

  private static long entries(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.skip(1).count();
    }
  }

  /** Nothing under a name of the door's own. */
  private static void assertNothingIsLeft() throws IOException {
    try (Stream<Path> all = Files.list(files)) {
      List<String> left =
          all.map(path -> path.getFileName().toString())
              .filter(name -> name.matches(".*\\.(copying|replaced)-.*"))
              .toList();
      assertEquals(List.of(), left);
    }
  }

  private static void damaged(String directory) throws IOException {
    assertEquals("201", member("-X", "MKCOL", http("/" + directory)));
    Path bytes = Files.write(site.home().resolve("bytes"), new byte[1000]);
    for (String file : List.of("a", "z")) {
      member("-T", bytes.toString(), http("/" + directory + "/" + file));
    }
    Damage.flipOneBit(files.resolve(directory).resolve("z"));
  }

  @Test
  void aDirectoryThatComesMeanwhileStaysWithAllThatIsInIt() throws Exception {
    Process client = begun("/many", "/taken");
    Files.createDirectory(files.resolve("taken"));
    Files.writeString(files.resolve("taken/theirs"), "theirs");
    String said = ended(client, "/taken");
    assertTrue(said.endsWith("412"), said);
    assertEquals("theirs", Files.readString(files.resolve("taken/theirs")));
    assertEquals(1, entries(files.resolve("taken")));
    assertNothingIsLeft();
  }

  @Test
  void aListingShowsTheUnfinishedCopyAndReadersSeeTheOldOneUntilTheEnd() throws Exception {
    Files.createDirectories(files.resolve("old"));
    Files.writeString(files.resolve("old/f"), "old");
    Process client = begun("/many", "/old");
    assertEquals("old200", member(http("/old/f")));
    String listed = member("-X", "PROPFIND", "-H", "Depth: 1", http(""));
    assertTrue(listed.contains("/testvo/old.copying-"), listed);
    assertEquals("204", ended(client, "/old"));
    assertEquals(1 + MANY, entries(files.resolve("old")));
    assertFalse(Files.exists(files.resolve("old/f")));
    assertNothingIsLeft();
  }

  @Test
  void aCopyThatFailsLeavesNothingAndWhatWasThere() throws Exception {
    damaged("damaged");
    Files.createDirectories(files.resolve("kept"));
    Files.writeString(files.resolve("kept/f"), "kept");
    for (String to : List.of("/failed", "/kept")) {
      String said = copy("/damaged", to);
      assertTrue(said.endsWith("500"), said);
      assertNothingIsLeft();
    }
    assertFalse(Files.exists(files.resolve("failed")));
    assertEquals("kept", Files.readString(files.resolve("kept/f")));
  }

  /** The header that has it. */
  private static String token(String scope) {
    return "Authorization: Bearer "
        + site.bora("token", "--home", site.home().toString(), "--scope", scope)
            .succeeded()
            .output()
            .strip();
  }

  /** It could move files of others into the copy, and have the door remove them with it. */
  @Test
  void aTokenToCreateIsRefusedBeforeAnythingIsMade() throws Exception {
    String token = token("storage.create:/testvo/robot storage.read:/testvo/many");
    String said = copy("/many", "/robot", "-H", token);
    assertTrue(said.endsWith("403"), said);
    assertTrue(said.contains("needs the right to remove it again"), said);
    assertFalse(Files.exists(files.resolve("robot")));
    assertNothingIsLeft();
    assertEquals(List.of(), told("/testvo/robot", "\"srmRmdir\""));
  }

  @Test
  void aTokenToModifyLeavesNothingOfACopyThatFails() throws Exception {
    damaged("broken");
    String token = token("storage.modify:/testvo/halted storage.read:/testvo/broken");
    String said = copy("/broken", "/halted", "-H", token);
    assertTrue(said.endsWith("500"), said);
    assertFalse(Files.exists(files.resolve("halted")));
    assertNothingIsLeft();
  }

  /** Such a scope allows to make the directory, but not to rename what is there. */
  @Test
  void aScopeWithASlashDoesNotReplaceAndIsRefusedBeforeAnythingIsMade() throws Exception {
    Files.createDirectories(files.resolve("slash"));
    Files.writeString(files.resolve("slash/f"), "kept");
    String token = token("storage.modify:/testvo/slash/ storage.read:/testvo/many");
    String said = copy("/many", "/slash", "-H", token);
    assertTrue(said.endsWith("403"), said);
    assertEquals("kept", Files.readString(files.resolve("slash/f")));
    assertEquals(List.of(), told("/testvo/slash", "\"srmMkdir\""));
    assertNothingIsLeft();
  }

  /** Lines of the audit log. */
  private static List<String> told(String name, String operation) throws IOException {
    return Files.readAllLines(site.home().resolve("log/audit-bora.log")).stream()
        .filter(line -> line.contains(name) && line.contains(operation))
        .toList();
  }

  @Test
  void aBanEndsTheCopy() throws Exception {
    for (int number = 0; number < DIRECTORIES; number++) {
      Files.createDirectories(files.resolve("empty/d" + number));
    }
    Process client = begun("/empty", "/banned");
    String home = site.home().toString();
    String id =
        site.bora("bans", "add", "--name", ALICE, "--home", home)
            .succeeded()
            .output()
            .split(" ", 2)[0];
    try {
      String said = ended(client, "/banned");
      assertTrue(said.endsWith("403"), said);
      assertFalse(Files.exists(files.resolve("banned")));
      assertNothingIsLeft();
    } finally {
      site.bora("bans", "lift", id, "--home", home).succeeded();
    }
    Await.until("the ban is lifted", () -> member("-I", "-o", "/dev/null", http("")).equals("200"));
  }

  @Test
  void aCallerWhoMayNotWriteIsRefusedBeforeAnythingIsMade() throws Exception {
    String said =
        site.shell()
            .run(PATIENCE, curl("alice", words("/many", "/forbidden")))
            .succeeded()
            .output();
    assertTrue(said.endsWith("403"), said);
    assertNothingIsLeft();
    assertEquals(1, told("/testvo/forbidden", "\"srmMkdir\"").size());
    assertEquals(List.of(), told("/testvo/forbidden", "\"srmMv\""));
  }

  /** What is left has a name that tells what it is, and the client begins again. */
  @Test
  void aKilledProcessLeavesAnUnfinishedCopyAndTheNextOneSucceeds() throws Exception {
    Process client = begun("/many", "/killed");
    site.kill();
    client.waitFor();
    assertFalse(Files.exists(files.resolve("killed")));
    String left = unfinished("/killed").getFirst().getFileName().toString();
    site.start();
    assertTrue(Files.readString(site.home().resolve("log/bora.log")).contains(left), left);

    assertEquals("201", copy("/many", "/killed"));
    assertEquals(1 + MANY, entries(files.resolve("killed")));
    String removed = member("-X", "DELETE", http("/" + left));
    if (!removed.equals("204")) {
      assertTrue(removed.endsWith("409"), removed);
      assertTrue(removed.contains("is not registered yet"), removed);
      removeHiddenFiles(files.resolve(left));
      assertEquals("204", member("-X", "DELETE", http("/" + left)));
    }
    assertNothingIsLeft();
  }

  /** What an hour does: the process may have died between a put's hidden file and its row. */
  private static void removeHiddenFiles(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (file.getFileName().toString().startsWith(".bora-")) {
          Files.delete(file);
        }
      }
    }
  }
}
