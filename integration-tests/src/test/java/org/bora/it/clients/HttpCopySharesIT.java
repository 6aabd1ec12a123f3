package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bora.it.site.Await;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Third-party copies of one VO leave streams for those of another. Alice is a member of two VOs,
 * Bob of one.
 */
class HttpCopySharesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String ALICE = "alice-voms";
  private static final String BOB = "bob-voms";
  private static final String ALICE_OF_ANOTHER_VO = "ac-othervo";
  private static final int STREAMS_OF_A_VO = 3;

  private static Site site;
  private static Path files;
  private static OtherServer other;

  private final List<Process> clients = new ArrayList<>();

  @BeforeAll
  static void up() throws Exception {
    Path first = Path.of("server/src/main/resources/org/bora/server/home/first-bora.yaml");
    String configuration =
        Files.readString(Site.CHECKOUT.resolve(first))
                .replace("    rules:", "    rules:\n      - allow all to vo othervo\n")
            + """

            trust: {reload: 1s}
            admission:
              transfers: {streams: 8, streams-per-vo: 3}
            """;
    site = Site.up("tpc-shares", configuration, "data/testvo");
    files = site.home().resolve("data/testvo");
    Path vos = Path.of(site.environment().get("X509_VOMS_DIR"));
    Path another = Files.createDirectories(vos.resolve("othervo"));
    Files.copy(vos.resolve("testvo/voms.localhost.lsc"), another.resolve("voms.localhost.lsc"));
    other = new OtherServer(Path.of(site.environment().get("GRID")), new byte[20_000_003]);
    Await.until("the other VO is known", () -> status(ALICE_OF_ANOTHER_VO, "ok").equals("202"));
  }

  @AfterAll
  static void down() throws Exception {
    for (AutoCloseable part : new AutoCloseable[] {other, site}) {
      if (part != null) {
        part.close();
      }
    }
  }

  @AfterEach
  void allLeave() throws Exception {
    for (Process client : clients) {
      client.destroyForcibly().waitFor();
    }
    Await.until("nothing is left of the copies", () -> hidden() == 0);
    other.requests().clear();
  }

  private static long hidden() throws IOException {
    try (Stream<Path> all = Files.list(files)) {
      return all.filter(path -> path.getFileName().toString().startsWith(".bora-")).count();
    }
  }

  private static List<String> curl(String who, String way, int streams, String... options) {
    List<String> words = new ArrayList<>(List.of("curl", "-sS", "-N", "-m", "110", "-X", "COPY"));
    words.addAll(List.of("--capath", site.environment().get("X509_CERT_DIR")));
    words.addAll(List.of("-E", site.proxy(who).toString()));
    words.addAll(List.of("-H", "Source: " + other.url("/" + way + "/f")));
    words.addAll(List.of("-H", "X-Number-Of-Streams: " + streams));
    words.addAll(List.of(options));
    words.add(site.environment().get("BORA_HTTP") + "/testvo/" + who + "-" + way);
    return words;
  }

  private static String copy(String who, String way, int streams) {
    List<String> words = curl(who, way, streams, "-i");
    return site.shell().run(PATIENCE, words.toArray(String[]::new)).succeeded().output();
  }

  private static String status(String who, String way) {
    List<String> words = curl(who, way, 1, "-o", "/dev/null", "-w", "%{http_code}");
    return site.shell().run(PATIENCE, words.toArray(String[]::new)).succeeded().output();
  }

  /** A pull that takes minutes; returns when the other side serves it. */
  private Process begin(String who, int streams) throws Exception {
    long before = gets();
    Process client =
        new ProcessBuilder(curl(who, "drips", streams))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    clients.add(client);
    Await.until("the other side serves it", () -> gets() == before + streams);
    return client;
  }

  private static long gets() {
    return other.requests().stream().filter(one -> one.startsWith("GET ")).count();
  }

  /** By which it is pulled from the other side. */
  private static long streamsOf(String who, int wanted) {
    other.requests().clear();
    String answer = copy(who, "ok", wanted);
    assertTrue(answer.contains("success: Created"), answer);
    return gets();
  }

  @Test
  void aVoHasItsShareAndOthersHaveTheRest() throws Exception {
    begin(ALICE, 2);
    assertEquals(1, streamsOf(BOB, 3), "what is left of the share");
    begin(BOB, 1);

    String refused = copy(BOB, "ok", 1);
    assertTrue(refused.startsWith("HTTP/1.1 429 "), refused);
    assertTrue(refused.contains("Retry-After: 30"), refused);
    assertTrue(
        refused.contains(
            "third-party copies of VO testvo use all 3 streams that one VO may have here"
                + " (admission.transfers.streams-per-vo)"),
        refused);
    assertTrue(told("testvo use all 3 streams"), "the audit log has the refusal");

    assertEquals(
        2, streamsOf(ALICE_OF_ANOTHER_VO, 2), "the same user has two of four left, for another VO");
  }

  private static boolean told(String why) throws IOException {
    return Files.readAllLines(site.home().resolve("log/audit-bora.log")).stream()
        .anyMatch(line -> line.contains("\"event\":\"access\"") && line.contains(why));
  }

  @Test
  void whatEndsReleasesItsStreams() throws Exception {
    for (String way : List.of("short", "missing", "ok", "lies")) {
      for (int times = 0; times < 2; times++) {
        String answer = copy(ALICE, way, STREAMS_OF_A_VO);
        assertEquals(way.equals("ok"), answer.contains("success: Created"), answer);
        assertTrue(answer.startsWith("HTTP/1.1 202 "), answer);
      }
    }
    Process client = begin(ALICE, STREAMS_OF_A_VO);
    assertEquals("429", status(BOB, "ok"));
    client.destroyForcibly().waitFor();
    Await.until("the streams are free again", () -> status(BOB, "ok").equals("202"));
    assertEquals(STREAMS_OF_A_VO, streamsOf(BOB, STREAMS_OF_A_VO), "all of them");
  }
}
