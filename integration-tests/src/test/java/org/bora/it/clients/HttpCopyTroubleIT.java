package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.it.site.Await;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Copies by HTTP of files that are damaged or change, and with servers that have odd ways. */
class HttpCopyTroubleIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int SIZE = 20_000_003;

  private static Site site;
  private static Path files;
  private static OtherServer other;

  @BeforeAll
  static void up() throws Exception {
    site = Site.up("tpc-trouble");
    files = site.home().resolve("data/testvo");
    byte[] bytes = new byte[SIZE];
    new Random(2).nextBytes(bytes);
    other = new OtherServer(Path.of(site.environment().get("GRID")), bytes);
  }

  @AfterAll
  static void down() throws IOException {
    other.close();
    site.close();
  }

  @BeforeEach
  void forget() {
    other.requests().clear();
  }

  private static String http(String path) {
    return site.environment().get("BORA_HTTP") + "/testvo" + path;
  }

  private static String curl(String... options) {
    List<String> words = new ArrayList<>(List.of("curl", "-sS", "-N", "-m", "110"));
    words.addAll(List.of("--capath", site.environment().get("X509_CERT_DIR")));
    words.addAll(List.of("-E", site.proxy("alice-voms").toString()));
    words.addAll(List.of(options));
    return site.shell().run(PATIENCE, words.toArray(String[]::new)).succeeded().output();
  }

  private static String copy(String path, String... headers) {
    List<String> options = new ArrayList<>(List.of("-X", "COPY"));
    for (String header : headers) {
      options.addAll(List.of("-H", header));
    }
    options.addAll(List.of("-w", "%{http_code}", http(path)));
    return curl(options.toArray(String[]::new));
  }

  private static Path stored(String name, int size) throws IOException {
    Path bytes = Files.write(site.home().resolve("bytes"), new byte[size]);
    curl("-T", bytes.toString(), http("/" + name));
    return files.resolve(name);
  }

  @Test
  void bytesThatTheDiskHasDamagedAreNotCopied() throws Exception {
    for (int size : List.of(1000, 3_000_000)) {
      Path file = stored("damaged", size);
      Damage.flipOneBit(file);

      String inside = copy("/damaged", "Destination: " + http("/copy"));
      assertTrue(inside.contains("not those that were stored"), inside);
      assertTrue(inside.endsWith("500"), inside);
      assertFalse(Files.exists(files.resolve("copy")));

      String pushed = copy("/damaged", "Destination: " + other.url("/ok/damaged"));
      assertTrue(pushed.contains("failure: 500 ") || pushed.contains("failure: the"), pushed);
      assertTrue(pushed.contains("not those that were stored"), pushed);
      assertNull(other.stored("/ok/damaged"));
      assertTrue(other.requests().stream().noneMatch(one -> one.startsWith("DELETE")));
    }
    assertEachFindIsAnAlarm();
  }

  /** The alarm of the smaller file, which was replaced, may still be there. */
  private static void assertEachFindIsAnAlarm() throws IOException {
    assertEquals(Set.of("/testvo/damaged"), Set.copyOf(Damage.alarms(site)));
    Damage.flipOneBit(stored("given", 1000));
    for (int times = 0; times < 2; times++) {
      copy("/given", "Destination: " + other.url("/ok/given"));
      assertEquals(
          1,
          Damage.alarms(site).stream().filter("/testvo/given"::equals).count(),
          "the same file is the same alarm");
    }
  }

  @Test
  void aFileThatWasChangedPastTheServiceIsCopiedAsItIs() throws Exception {
    Path file = stored("changed", 1000);
    Files.write(file, new byte[500]);
    String copied = copy("/changed", "Destination: " + http("/copy-of-changed"));
    assertEquals("201", copied);
    assertEquals(500, Files.size(files.resolve("copy-of-changed")));
  }

  private static long gets(String with) {
    return other.requests().stream()
        .filter(one -> one.startsWith("GET ") && one.contains(with))
        .count();
  }

  /** The client renounces the checksum. */
  private static String pull(String way) {
    return copy(
        "/" + way,
        "Source: " + other.url("/" + way + "/f"),
        "RequireChecksumVerification: false",
        "X-Number-Of-Streams: 4");
  }

  @Test
  void partsAreFetchedOnlyWhereSomethingTellsThatTheyAreOfOneVersion() throws Exception {
    assertTrue(pull("sumless").contains("success: Created"));
    assertEquals(4, gets("if-match=\"1\""));
    for (String way : List.of("weak", "tagless")) {
      other.requests().clear();
      assertTrue(pull(way).contains("success: Created"), way);
      assertEquals(1, gets(""), way);
      assertEquals(SIZE, Files.size(files.resolve(way)));
    }
    assertTrue(pull("grows").contains("failure: the file at the source has changed"));
    assertFalse(Files.exists(files.resolve("grows")));
  }

  /** It has written parts of the file behind the end of what it serves then. */
  @Test
  void nothingOfThePartsRemainsWhereTheSourceServesTheWholeFileAfterAll() throws Exception {
    String pulled = pull("recants");
    assertTrue(pulled.contains("success: Created"), pulled);
    assertTrue(gets("range=") > 0, "parts were asked for");
    assertEquals(OtherServer.SHORTER_BYTES, Files.size(files.resolve("recants")));
  }

  /** Without a checksum nothing else could tell. */
  @Test
  void aPartOfAFileIsNoSuccessWhereTheClientRenouncesTheChecksum() throws Exception {
    String pulled = pull("lengthless");
    assertTrue(pulled.contains("failure: the source gives neither the length"), pulled);
    assertFalse(Files.exists(files.resolve("lengthless")));

    stored("whole", 1000);
    String none = "RequireChecksumVerification: false";
    String pushed = copy("/whole", "Destination: " + other.url("/halves/f"), none);
    assertTrue(pushed.contains("failure: the destination has 500 bytes"), pushed);
    assertNull(other.stored("/halves/f"));
    String untold = copy("/whole", "Destination: " + other.url("/ok/whole"), none);
    assertTrue(untold.contains("success: Created"), untold);
  }

  /** The header that has it. */
  private static String token(String scope) {
    Shell.Result issued =
        site.shell()
            .run(
                PATIENCE,
                Site.CHECKOUT.resolve("bora").toString(),
                "token",
                "--home",
                site.home().toString(),
                "--scope",
                scope);
    return "Authorization: Bearer " + issued.succeeded().output().strip();
  }

  /** A token has directories made that are missing. */
  @Test
  void aPullThatFailsLeavesNoDirectories() throws Exception {
    String token = token("storage.create:/testvo/made");
    for (String way : List.of("lies", "ok")) {
      String seen = copy("/made/for/" + way, token, "Source: " + other.url("/" + way + "/f"));
      assertEquals(way.equals("ok"), seen.contains("success: Created"), seen);
      assertEquals(way.equals("ok"), Files.exists(files.resolve("made")), seen);
    }
  }

  @Test
  void onlyWhatThisCopyHasSentIsRemovedFromTheOtherServer() throws Exception {
    stored("sent", 1000);

    String seen = copy("/sent", "Destination: " + other.url("/garbles-tagged/f"));
    assertTrue(seen.contains("failure: checksum mismatch"), seen);
    String removal = other.requests().getLast();
    assertTrue(removal.startsWith("DELETE /garbles-tagged/f"), removal);
    assertTrue(removal.contains("if-match=\"other\""), removal);

    String raced = copy("/sent", "Destination: " + other.url("/garbles-raced/f"));
    assertTrue(raced.contains("another writer has replaced the file there"), raced);
    assertTrue(other.requests().getLast().startsWith("HEAD"), other.requests().toString());
  }

  @Test
  void aServerThatDoesNotKnowExpectGetsTheBodyAfterAWhile() throws Exception {
    for (int size : List.of(1000, 3_000_000)) {
      stored("pushed", size);
      long begun = System.nanoTime();
      String pushed = copy("/pushed", "Destination: " + other.url("/expectless/" + size));
      assertTrue(pushed.contains("success: Created"), pushed);
      assertEquals(size, other.stored("/expectless/" + size).length);
      assertTrue(Duration.ofNanos(System.nanoTime() - begun).toSeconds() < 40);
    }
  }

  private static void many(String directory, int count) throws IOException {
    Path made = Files.createDirectories(files.resolve(directory));
    for (int number = 0; number < count; number++) {
      Files.write(made.resolve("f" + number), new byte[1]);
    }
  }

  @Test
  void aLongCopyWithinTheServiceIsToldToClientsThatKnowMarkers() throws Exception {
    many("many", 1500);
    String plain = copy("/many", "Destination: " + http("/plain"));
    assertEquals("201", plain, "others take every answer of success for the end");
    String told = copy("/many", "Destination: " + http("/told"), "X-Number-Of-Streams: 1");
    assertTrue(told.startsWith("Perf Marker\n"), told);
    assertTrue(told.endsWith("success: Created\n202"), told);
    try (Stream<Path> copied = Files.list(files.resolve("told"))) {
      assertEquals(1500, copied.count());
    }
    String end = ends("/told");
    assertTrue(end.contains("\"outcome\":\"done\"") && end.contains("/testvo/many\""), end);
    assertEquals("", ends("/plain"), "its access line says all");
  }

  @Test
  void aLongCopyWithinTheServiceEndsWhenItsClientLeaves() throws Exception {
    many("more", 6000);
    List<String> words = new ArrayList<>(List.of("curl", "-sS", "-m", "8", "-X", "COPY"));
    words.addAll(List.of("--capath", site.environment().get("X509_CERT_DIR")));
    words.addAll(List.of("-E", site.proxy("alice-voms").toString()));
    words.addAll(List.of("-H", "Credential: none", "-H", "Destination: " + http("/left")));
    words.add(http("/more"));
    site.shell().run(PATIENCE, words.toArray(String[]::new));
    Await.until("nothing is left of it", () -> !isAnyNamed("left"));
    Await.until("its end is told", () -> !ends("/left").isEmpty());
    String end = ends("/left");
    assertTrue(end.contains("\"outcome\":\"failed\"") && end.contains("has left"), end);
  }

  /** Also under the name that it had while it was incomplete. */
  private static boolean isAnyNamed(String begin) throws IOException {
    try (Stream<Path> all = Files.list(files)) {
      return all.anyMatch(path -> path.getFileName().toString().startsWith(begin));
    }
  }

  @Test
  void theAuditLogHasTheEndOfEachCopyAndTheOtherServer() throws Exception {
    copy("/audited", "Source: " + other.url("/ok/audited?authz=secret"));
    copy("/audited", "Source: " + other.url("/lies/audited"));

    String ends = ends("/audited");
    assertTrue(ends.contains("/ok/audited"), ends);
    assertTrue(ends.contains("checksum mismatch"), ends);
    assertFalse(ends.contains("secret"), ends);
  }

  /** Of copies that began or ended at a name, in the audit log. */
  private static String ends(String name) throws IOException {
    return Files.readAllLines(site.home().resolve("log/audit-bora.log")).stream()
        .filter(line -> line.contains("\"event\":\"copy\"") && line.contains(name + "\""))
        .collect(Collectors.joining("\n"));
  }
}
