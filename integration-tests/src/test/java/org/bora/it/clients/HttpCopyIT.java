package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.bora.it.site.Await;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.launcher.grid.TryGrid;
import org.bora.launcher.grid.TryIssuer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Third-party copies by HTTP, with a server that does what servers do. */
class HttpCopyIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NO_ABORT =
      Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString();
  private static final int SIZE = 20_000_003;

  private static Site site;
  private static Path files;
  private static byte[] bytes;
  private static OtherServer other;
  private static DatagramSocket collector;

  @BeforeAll
  static void up() throws Exception {
    collector = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    collector.setSoTimeout(10_000);
    site =
        Site.upWith("tpc", "--endpoint.scitags-collectors=127.0.0.1:" + collector.getLocalPort());
    files = site.home().resolve("data/testvo");
    bytes = new byte[SIZE];
    new Random(1).nextBytes(bytes);
    other = new OtherServer(Path.of(site.environment().get("GRID")), bytes);
  }

  @AfterAll
  static void down() throws IOException {
    other.close();
    site.close();
    collector.close();
  }

  @AfterEach
  void leavesNothingHidden() throws Exception {
    awaitHidden(0);
    site.shell().run(PATIENCE, "bash", "-c", "rm -rf '" + files + "'/*").succeeded();
    other.requests().clear();
  }

  private static void awaitHidden(int count) throws Exception {
    Await.until(count + " uploads", () -> hidden() == count);
  }

  private static long hidden() throws IOException {
    try (Stream<Path> all = Files.walk(files)) {
      return all.filter(path -> path.getFileName().toString().startsWith(".bora-")).count();
    }
  }

  private static String http(String path) {
    return site.environment().get("BORA_HTTP") + "/testvo" + path;
  }

  private static String davs(String url) {
    return url.replace("https://", "davs://");
  }

  private static List<String> curl(String... options) {
    List<String> words =
        new ArrayList<>(
            List.of("curl", "-sS", "--capath", site.environment().get("X509_CERT_DIR")));
    words.addAll(List.of("-E", site.proxy("alice-voms").toString(), "-m", "110", "-N"));
    words.addAll(List.of(options));
    return words;
  }

  private static String answer(String... options) {
    return site.shell().run(PATIENCE, curl(options).toArray(String[]::new)).succeeded().output();
  }

  private static String copy(String path, String... headers) {
    List<String> options = new ArrayList<>(List.of("-X", "COPY"));
    for (String header : headers) {
      options.addAll(List.of("-H", header));
    }
    options.add(http(path));
    return answer(options.toArray(String[]::new));
  }

  private static void assertEnds(String verdict, String answer) {
    assertTrue(answer.stripTrailing().lines().toList().getLast().contains(verdict), answer);
    assertTrue(answer.startsWith("Perf Marker\n"), answer);
  }

  private static Path stored(String name) throws IOException {
    return Files.write(files.resolve(name), bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 16, 1000})
  void aFileIsPulledByAsManyStreamsAsTheClientWants(int streams) throws Exception {
    String answer = copy("/f", "Source: " + other.url("/ok/f"), "X-Number-Of-Streams: " + streams);

    assertEnds("success: Created", answer);
    assertTrue(answer.contains("Stripe Bytes Transferred: " + SIZE + "\n"), answer);
    String last = answer.substring(answer.lastIndexOf("Perf Marker"));
    assertTrue(last.contains("RemoteConnections: tcp:"), "also of a short copy: " + last);
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("f")));
    long gets = other.requests().stream().filter(one -> one.startsWith("GET ")).count();
    assertEquals(streams == 1000 ? 19 : Math.max(1, streams), gets, "none for less than 1 MiB");
    assertEquals(
        1,
        other.requests().stream().filter(one -> one.contains("want-digest=adler32")).count(),
        "a checksum may cost the other side the reading of the file");
  }

  private static String firefly() throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[4096], 4096);
    collector.receive(packet);
    return new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8);
  }

  @Test
  void theCollectorHearsOfTheFlowOfACopyWithATag() throws Exception {
    copy("/f", "Source: " + other.url("/ok/f"), "SciTag: 138");

    String start = firefly();
    assertTrue(start.startsWith("<134>1 ") && start.contains(" firefly-json - {"), start);
    assertTrue(start.contains("\"state\":\"start\""), start);
    assertTrue(start.contains("\"experiment-id\":2,\"activity-id\":10"), start);
    String port = other.url("/ok/f").replaceFirst(".*:([0-9]+)/.*", "$1");
    assertTrue(start.contains("\"src-port\":" + port + ","), start);
    String end = firefly();
    assertTrue(end.contains("\"state\":\"end\""), end);
    assertTrue(end.contains("\"received\":" + SIZE), end);
  }

  @Test
  void aCopyWithATagFollowsARedirect() throws Exception {
    String source = "Source: " + other.url("/moved/f");

    assertEnds("success: Created", copy("/f", source, "SciTag: 138"));

    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("f")));
    assertEachFlowBeganAndEnded();
  }

  /** A copy that takes longer than a second is seen on both connections. */
  private static void assertEachFlowBeganAndEnded() throws IOException {
    int begun = 0;
    String told = firefly();
    for (; told.contains("\"state\":\"start\""); told = firefly()) {
      begun++;
    }
    assertTrue(begun > 0, told);
    for (int ended = 1; ended <= begun; ended++) {
      assertTrue(told.contains("\"state\":\"end\""), told);
      if (ended < begun) {
        told = firefly();
      }
    }
  }

  @Test
  void aSourceWithoutRangesIsReadByOneStream() throws Exception {
    assertEnds(
        "success: Created",
        copy("/f", "Source: " + other.url("/rangeless/f"), "X-Number-Of-Streams: 4"));
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("f")));
  }

  @Test
  void whatIsForTheOtherSideIsSentThereAndNothingElse() throws Exception {
    Instant now = Instant.now();
    String mine =
        new TryGrid(site.home().resolve("grid"))
            .issuer()
            .token(
                new TryIssuer.Wish(
                    "alice",
                    "storage.modify:/testvo",
                    List.of(),
                    site.environment().get("BORA_HTTP"),
                    now,
                    now.plusSeconds(600)));
    copy(
        "/f",
        "Source: " + other.url("/ok/f"),
        "TransferHeaderAuthorization: Bearer secret",
        "TransferHeaderHost: evil.example",
        "TransferHeaderRange: bytes=0-1",
        "Authorization: Bearer " + mine);

    String get = other.requests().getFirst();
    assertTrue(get.contains("authorization=Bearer secret"), get);
    assertTrue(get.contains("host=localhost:"), get);
    assertFalse(get.contains("range=") || get.contains(mine), get);
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("f")));
  }

  @Test
  void credentialsDoNotFollowARedirectToAnotherServer() throws Exception {
    String secret = "TransferHeaderAuthorization: Bearer secret";
    String key = "TransferHeaderX-Api-Key: another secret";
    String moved = copy("/f", "Source: " + other.url("/moved/f"), secret, key);
    assertEnds("success: Created", moved);
    assertTrue(other.requests().get(1).contains("Bearer secret"), "the same server");
    assertTrue(other.requests().get(1).contains("another secret"), "the same server");
    other.requests().clear();

    copy("/g", "Source: " + other.url("/elsewhere/f"), secret, key);

    assertTrue(
        other.requests().stream()
            .filter(one -> one.contains("host=127.0.0.1:"))
            .noneMatch(one -> one.contains("secret")),
        other.requests().toString());
    String plain = copy("/h", "Source: " + other.url("/plain/f"), secret);
    assertEnds("failure: the other side is to be an https or davs URL", plain);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "forbidden | 403 Forbidden: the token lacks storage.read:/secret",
        "missing | 404 Not Found: no such file",
        "broken | 500 Internal Server Error: disk 17 is on fire",
        "lies | checksum mismatch: ADLER32 of what arrived is",
        "sumless | the source tells no ADLER32",
        "short | broke the connection off",
      })
  void aPullThatFailsSaysWhyAndLeavesTheOldFile(String way, String why) throws Exception {
    for (int streams : List.of(1, 4)) {
      Files.writeString(files.resolve("f"), "old");
      String answer =
          copy("/f", "Source: " + other.url("/" + way + "/f"), "X-Number-Of-Streams: " + streams);
      assertEnds("failure: ", answer);
      assertTrue(answer.contains(why), answer);
      assertEquals("old", Files.readString(files.resolve("f")));
      assertEquals(0, hidden(), "when the client hears of it nothing is left");
    }
  }

  @Test
  void aCopyWithoutChecksumIsWhatTheClientMustAskFor() throws Exception {
    assertEnds(
        "success: Created",
        copy("/f", "Source: " + other.url("/sumless/f"), "RequireChecksumVerification: false"));
  }

  @Test
  void partsOfTwoVersionsAreNoFileWhereNoChecksumWouldTell() throws Exception {
    String[] headers = {"RequireChecksumVerification: false", "X-Number-Of-Streams: 4"};
    String changed = copy("/f", with("Source: " + other.url("/changes/f"), headers));
    assertEnds("failure: the file at the source has changed while it was copied", changed);
    assertFalse(Files.exists(files.resolve("f")));

    assertEnds("success", copy("/f", with("Source: " + other.url("/sumless/f"), headers)));
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("f")));
  }

  private static String[] with(String first, String... others) {
    return Stream.concat(Stream.of(first), Stream.of(others)).toArray(String[]::new);
  }

  @ParameterizedTest
  @CsvSource({"endless-head, broke the connection off", "endless-refusal, 404 Not Found: no"})
  void anAnswerWithoutAnEndIsCutOff(String way, String why) throws Exception {
    String answer = copy("/f", "Source: " + other.url("/" + way + "/f"));
    assertEnds("failure: ", answer);
    assertTrue(answer.contains(why), answer);
    long taken = other.endlessBytes();
    assertTrue(taken < OtherServer.ENDLESS_BYTES / 4, taken + " bytes of it were taken");
  }

  @Test
  void aNameCannotForgeAVerdict() throws Exception {
    String answer =
        copy("/f%0Asuccess:%20Created", "Source: " + other.url("/lies/f%0Asuccess:%20Created"));
    assertFalse(answer.lines().anyMatch(line -> line.startsWith("success")), answer);
  }

  @Test
  void aFileIsPushedAndItsBodyFollowsARedirect() throws Exception {
    stored("f");

    assertEnds("success: Created", copy("/f", "Destination: " + other.url("/ok/pushed")));
    assertArrayEquals(bytes, other.stored("/ok/pushed"));
    assertTrue(other.requests().getFirst().contains("expect=100-continue"));

    assertEnds("success: Created", copy("/f", "Destination: " + other.url("/moved/x")));
    assertArrayEquals(bytes, other.stored("/ok/moved"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "forbidden | 403 Forbidden: the token lacks storage.read:/secret",
        "broken | 500 Internal Server Error: disk 17 is on fire",
        "garbles | checksum mismatch",
      })
  void aPushThatFailsSaysWhy(String way, String why) throws Exception {
    stored("f");
    String answer = copy("/f", "Destination: " + other.url("/" + way + "/f"));
    assertEnds("failure: ", answer);
    assertTrue(answer.contains(why), answer);
    if (way.equals("garbles")) {
      assertTrue(other.requests().getLast().startsWith("DELETE /garbles/f"));
    }
  }

  /** A pull that does not end by itself. */
  private static Process endless(String path) throws Exception {
    List<String> words = curl("-X", "COPY", "-H", "Source: " + other.url("/drips/f"), http(path));
    Process client =
        new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    Await.until("the other side is asked", () -> !other.requests().isEmpty());
    return client;
  }

  /** The other one ends when it is noticed that its client has left, seconds later. */
  @Test
  void aPullWaitsForAnotherWriterOfItsName() throws Exception {
    Process client = endless("/f");
    CompletableFuture<String> second =
        CompletableFuture.supplyAsync(() -> copy("/f", "Source: " + other.url("/ok/f")));
    client.destroyForcibly().waitFor();
    assertEnds("success: Created", second.get());
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("f")));
  }

  @Test
  void aClientThatLeavesEndsTheCopyAndItsConnection() throws Exception {
    Process client = endless("/gone");
    long before = other.connections();
    client.destroyForcibly().waitFor();

    awaitHidden(0);
    Await.until("the connection to the other side ends", () -> other.connections() < before);
    assertFalse(Files.exists(files.resolve("gone")));
    assertEnds("success: Created", copy("/gone", "Source: " + other.url("/ok/f")));
  }

  @Test
  void aServerThatHangsCostsAMinuteAndMarkersComeMeanwhile() throws Exception {
    long begun = System.nanoTime();
    String answer = copy("/f", "Source: " + other.url("/hangs/f"));
    long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
    assertEnds("failure: the remote side was silent, or too slow", answer);
    assertTrue(seconds >= 59 && seconds < 80, seconds + " s");
    assertTrue(answer.split("Perf Marker", -1).length > 12, answer);
  }

  @Test
  void whatIsNotAllowedHereIsRefusedBeforeTheOtherSideIsAsked() throws Exception {
    String status = "-w";
    String[] stranger = {
      "-X",
      "COPY",
      "-E",
      site.proxy("bob").toString(),
      "-o",
      "/dev/null",
      status,
      "%{http_code}",
      "-H",
      "Source: " + other.url("/ok/f"),
      http("/f")
    };
    assertEquals("403", answer(stranger));
    stored("f");
    assertTrue(copy("/f", "Source: " + other.url("/ok/f"), "Overwrite: F").contains("exists"));
    assertTrue(copy("/g", "Source: http://localhost:1/f").contains("https or davs"));
    assertTrue(
        copy("/g", "Source: " + other.url("/ok/f"), "X-Number-Of-Streams: many")
            .contains("1 to 64"));
    assertEquals(List.of(), other.requests());
  }

  @Test
  void addressesThatTheSiteDoesNotListAreNotConnectedTo() throws Exception {
    for (String host : List.of("169.254.1.1", "[fe80::1]", "0.0.0.0")) {
      String answer = copy("/f", "Source: https://" + host + ":9/f");
      assertEnds("failure: ", answer);
      assertTrue(answer.contains("copy.allow"), answer);
    }
  }

  @Test
  void gfalPullsAndPushesWithoutFallingBack() throws Exception {
    gfal("pull", davs(other.url("/ok/f")), davs(http("/pulled")));
    assertArrayEquals(bytes, Files.readAllBytes(files.resolve("pulled")));

    gfal("push", davs(http("/pulled")), davs(other.url("/ok/by-gfal")));
    assertArrayEquals(bytes, other.stored("/ok/by-gfal"));
    List<String> copies =
        other.requests().stream().filter(one -> one.contains("user-agent=Bora/")).toList();
    assertTrue(copies.getFirst().startsWith("GET /ok/f "), "the door has pulled: " + copies);
    assertTrue(copies.getLast().matches("(PUT|HEAD) /ok/by-gfal .*"), "and pushed: " + copies);
  }

  private static void gfal(String mode, String from, String to) {
    Shell.Result result =
        site.shell().run(PATIENCE, NO_ABORT, "gfal-copy", "-vvv", "--copy-mode", mode, from, to);
    assertEquals(0, result.status(), result.output() + result);
  }
}
