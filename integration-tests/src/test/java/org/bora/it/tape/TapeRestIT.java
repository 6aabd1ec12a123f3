package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The WLCG Tape REST API with gfal2 and curl, on what {@code ./bora up --tape} starts. Five files
 * of 2.5 MB are on tape alone when the tests begin. Each test has a file of its own.
 */
class TapeRestIT {
  private static final int SIZE = 2_500_017;
  private static final int FILES = 5;
  private static final int LARGE = 9_000_000;

  private static Site site;
  private static RestCalls rest;
  private static TapeUser user;
  private static Path source;

  @BeforeAll
  static void up() throws IOException {
    site = Site.upWithTape("rest", "--endpoint.http-recalls=true");
    user = TapeUser.of(site);
    rest = new RestCalls(site);
    source = random("source", SIZE);
    for (int i = 0; i < FILES; i++) {
      user.put(source, file(i));
    }
    user.awaitOnTape(file(FILES - 1));
    user.put(random("large", LARGE), "/testvo-d0t1/large");
    IntStream.range(0, FILES).forEach(i -> user.awaitNearline(file(i)));
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  private static Path random(String name, int size) throws IOException {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return Files.write(site.home().resolve(name), bytes);
  }

  private static String file(int number) {
    return "/testvo-d0t1/file" + number;
  }

  private static String davs(String path) {
    return site.environment().get("BORA_HTTP").replace("https://", "davs://") + path;
  }

  /** Of the HTTP door, with {@code endpoint.http-recalls}. */
  @Test
  void aGetOfAFileOnTapeHasItBroughtBackForWhoMayStage() throws IOException {
    String url = site.environment().get("BORA_HTTP") + file(4);
    assertEquals(403, get("bob", url));

    assertEquals(503, get("alice-voms", url, "-H", "Sec-Fetch-Site: cross-site"));
    String page = Files.readString(site.home().resolve("body"));
    assertTrue(page.contains("bring it online first"), "a browser has her certificate: " + page);

    assertEquals(503, get("alice-voms", url));
    String answer = Files.readString(site.home().resolve("body"));
    assertTrue(answer.contains("is being brought back from tape"), answer);
    assertTrue(Files.readString(site.home().resolve("head")).contains("Retry-After: 60"));

    TapeUser.await("the file is back", () -> get("alice-voms", url) == 200);
    assertTrue(
        Arrays.equals(Files.readAllBytes(source), Files.readAllBytes(site.home().resolve("body"))));
  }

  private static int get(String proxy, String url, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "curl",
                "-sS",
                "-m",
                "30",
                "--capath",
                site.environment().get("X509_CERT_DIR"),
                "-E",
                site.proxy(proxy).toString(),
                "-D",
                site.home().resolve("head").toString(),
                "-o",
                site.home().resolve("body").toString(),
                "-w",
                "%{http_code}",
                url));
    words.addAll(List.of(more));
    return Integer.parseInt(
        site.shell()
            .run(Duration.ofMinutes(1), words.toArray(String[]::new))
            .succeeded()
            .output()
            .strip());
  }

  @Test
  void gfalStagesReadsAndGivesBackOverHttps() throws IOException {
    String path = file(0);
    assertEquals("NEARLINE", davsStatus(path));
    Shell.Result staged =
        user.gfal(
            "gfal-bringonline",
            "--pin-lifetime",
            "300",
            "--desired-request-time",
            "300",
            "--polling-timeout",
            "60",
            davs(path));
    assertTrue(staged.succeeded().output().contains(" READY"), staged.output());
    assertEquals("ONLINE_AND_NEARLINE", davsStatus(path));
    Path copy = site.home().resolve("by-https");
    user.gfal("gfal-copy", "-f", davs(path), "file://" + copy).succeeded();
    TapeUser.assertSame(source, copy);
    String archived = user.gfal("gfal-archivepoll", "--polling-timeout", "60", davs(path)).output();
    assertTrue(archived.contains(" READY"), archived);

    String id = rest.stage(path);
    rest.awaitState(id, "COMPLETED");
    user.gfal("gfal-evict", davs(path), id).succeeded();
    assertEquals(List.of("COMPLETED"), rest.states(id));
  }

  private static String davsStatus(String path) {
    return user.gfal("gfal-xattr", davs(path), "user.status").succeeded().output().strip();
  }

  @Test
  void aRequestOfSrmIsFollowedHere() throws IOException {
    String path = file(3);
    RestCalls.Answer status = rest.call("GET", "/stage/" + user.bringOnline(path));
    JsonNode staged = status.body().get("files").get(0);
    assertEquals(path, staged.get("path").asString());
    assertEquals("COMPLETED", staged.get("state").asString());
  }

  @Test
  void gfalFindsTheEndpoint() {
    String uri = user.gfal("gfal-xattr", davs(file(1)), "taperestapi.uri").succeeded().output();
    assertEquals(site.environment().get("BORA_TAPE_REST"), uri.strip());
  }

  @Test
  void pathsComeBackAsTheyWereSent() throws IOException {
    String odd = "//testvo-d0t1/%66ile1/";
    RestCalls.Answer told =
        rest.call("POST", "/archiveinfo", "{'paths':['" + odd + "','/testvo-d0t1','" + odd + "']}");
    assertEquals(200, told.status());
    assertEquals(2, told.body().size(), told.body().toString());
    assertEquals(odd, told.body().get(0).get("path").asString());
    assertEquals("TAPE", told.body().get(0).get("locality").asString());
    assertTrue(told.body().get(1).has("error"), told.body().toString());

    String id = rest.stage(odd);
    RestCalls.Answer status = rest.call("GET", "/stage/" + id);
    assertEquals(odd, status.body().get("files").get(0).get("path").asString());
    long created = status.body().get("createdAt").asLong();
    assertTrue(Math.abs(created - System.currentTimeMillis() / 1000) < 600, "seconds: " + created);
    rest.awaitState(id, "COMPLETED");
  }

  @Test
  void whatIsCancelledStaysOnTapeAndAReleaseAfterThatChangesNothing() throws IOException {
    String path = "/testvo-d0t1/missing";
    String id = rest.stage(path, file(2));
    RestCalls.Answer stranger =
        rest.call("POST", "/stage/" + id + "/cancel", "{'paths':['" + file(2) + "','/x']}");
    assertEquals(400, stranger.status());
    assertTrue(stranger.head().contains("application/problem+json"), stranger.head());
    assertEquals("FAILED", rest.states(id).getFirst());
    assertTrue(!rest.states(id).get(1).equals("CANCELLED"), "nothing was done");

    assertEquals(
        200,
        rest.call("POST", "/stage/" + id + "/cancel", "{'paths':['" + file(2) + "']}").status());
    List<String> cancelled = rest.states(id);
    assertTrue(List.of("CANCELLED", "COMPLETED").contains(cancelled.get(1)), cancelled.toString());
    assertEquals(
        200, rest.call("POST", "/release/" + id, "{'paths':['" + file(2) + "']}").status());
    assertEquals(cancelled, rest.states(id));
  }

  @Test
  void whatWasToldAsCompletedStaysSoWhenItIsCancelled() throws IOException {
    String id = rest.stage(file(2));
    rest.awaitState(id, "COMPLETED");
    String body = "{'paths':['" + file(2) + "']}";
    assertEquals(200, rest.call("POST", "/stage/" + id + "/cancel", body).status());
    assertEquals(List.of("COMPLETED"), rest.states(id));
  }

  @Test
  void aPageOfAnotherSiteStagesNothingWithItsVisitorsCertificate() throws IOException {
    String body = "{'files':[{'path':'/testvo-d0t1/missing'}]}";
    assertEquals(403, rest.callWith("Sec-Fetch-Site: cross-site", "POST", "/stage", body).status());
    assertEquals(201, rest.callWith("Sec-Fetch-Site: none", "POST", "/stage", body).status());
  }

  @Test
  void whatIsDeletedIsForgotten() throws IOException {
    String id = rest.stage(file(3));
    assertEquals(
        403,
        rest.callAs("bob-voms", "DELETE", rest.url("/stage/" + id), "Accept: */*").status(),
        "not his own");
    assertEquals(200, rest.call("DELETE", "/stage/" + id).status());
    assertEquals(404, rest.call("GET", "/stage/" + id).status());
    assertEquals(404, rest.call("DELETE", "/stage/" + id).status());
    assertEquals(404, rest.call("POST", "/release/" + id, "{'paths':['/x']}").status());
  }

  @Test
  void aStageRequestThatIsRepeatedIsMadeOnce() throws IOException {
    String key = "Idempotency-Key: " + UUID.randomUUID();
    String body = "{'files':[{'path':'" + file(3) + "','diskLifetime':'PT5M'}]}";
    RestCalls.Answer made = rest.callWith(key, "POST", "/stage", body);
    assertEquals(201, made.status());
    String first = made.body().get("requestId").asString();
    RestCalls.Answer again = rest.callWith(key, "POST", "/stage", body);
    assertEquals(201, again.status());
    assertEquals(first, again.body().get("requestId").asString());
    String other = body.replace(file(3), file(2));
    assertEquals(422, rest.callWith(key, "POST", "/stage", other).status());
    rest.awaitState(first, "COMPLETED");

    JsonNode all = rest.call("GET", "/stage/" + first + "?since=0").body();
    JsonNode staged = all.get("files").get(0);
    long created = all.get("createdAt").asLong();
    assertTrue(staged.get("finishedAt").asLong() >= created, all.toString());
    assertEquals(staged.get("finishedAt").asLong(), all.get("completedAt").asLong());
    long later = all.get("asOf").asLong() + 61;
    JsonNode none = rest.call("GET", "/stage/" + first + "?since=" + later).body();
    assertEquals(0, none.get("files").size(), none.toString());
    assertEquals(400, rest.call("GET", "/stage/" + first + "?since=now").status());
  }

  /** Answers may be lost, and clients ask again. */
  @Test
  void callsThatAreRepeatedChangeNothing() throws IOException {
    String id = rest.stage(file(3));
    rest.awaitState(id, "COMPLETED");
    String paths = "{'paths':['" + file(3) + "']}";
    for (int i = 0; i < 2; i++) {
      assertEquals(200, rest.call("POST", "/stage/" + id + "/cancel", paths).status());
      assertEquals(List.of("COMPLETED"), rest.states(id));
      assertEquals(200, rest.call("POST", "/release/" + id, paths).status());
      assertEquals(List.of("COMPLETED"), rest.states(id));
    }
    String stranger = "{'paths':['" + file(3) + "','/testvo-d0t1/stranger']}";
    assertEquals(400, rest.call("POST", "/release/" + id, stranger).status());
  }

  @Test
  void aFileWithoutAByteIsStagedLikeOthers() throws IOException {
    String path = "/testvo-d0t1/empty";
    user.put(random("empty", 0), path);
    rest.awaitState(rest.stage(path), "COMPLETED");
  }

  @Test
  void administratorsSeeAStageRequestAsOneOfSrm() throws IOException {
    String id = rest.stage(file(3));
    String listed =
        site.bora("requests", "--home", site.home().toString(), "--kind", "bring_online")
            .succeeded()
            .output();
    assertTrue(listed.contains(id), listed);
    assertEquals(200, rest.call("DELETE", "/stage/" + id).status());

    String audit =
        site.bora("audit", "--home", site.home().toString(), "--surl", "*" + file(3))
            .succeeded()
            .output();
    List<String> lines = audit.lines().filter(line -> line.contains(id)).toList();
    assertTrue(lines.stream().anyMatch(line -> line.contains("\"srmBringOnline\"")), audit);
  }

  /** Status, type and length of an answer. */
  private static List<String> lines(String head) {
    List<String> told =
        head.lines()
            .map(String::strip)
            .filter(line -> line.matches("(?i)(HTTP/|content-(type|length):).*"))
            .sorted()
            .toList();
    assertEquals(3, told.size(), head);
    return told;
  }

  @Test
  void whatIsNotUnderstoodIsAProblem() throws IOException {
    assertEquals(404, rest.call("GET", "/stage/" + UUID.randomUUID()).status());
    assertEquals(404, rest.call("GET", "/stage/nonsense").status());
    assertEquals(404, rest.call("GET", "/nothing").status());
    assertEquals(400, rest.call("POST", "/stage", "{").status());
    RestCalls.Answer method = rest.call("GET", "/stage");
    assertEquals(405, method.status());
    assertEquals(405, method.body().get("status").asInt());
    assertEquals("Method Not Allowed", method.body().get("title").asString());
    assertTrue(method.head().contains("Allow: POST"), method.head());
  }

  @Test
  void theDescriptionIsServedAndTheLimitsAreTold() throws IOException {
    assertEquals("3.0.3", rest.call("GET", "/openapi.json").body().get("openapi").asString());
    String discovery = site.environment().get("BORA_HTTP") + "/.well-known/wlcg-tape-rest-api";
    RestCalls.Answer found = rest.callAs("alice-voms", "GET", discovery, "Accept: */*");
    JsonNode endpoint = found.body().get("endpoints").get(0);
    assertEquals(site.environment().get("BORA_TAPE_REST"), endpoint.get("uri").asString());
    assertEquals(10_000, endpoint.get("metadata").get("maxFilesPerRequest").asInt());
    assertEquals(lines(found.head()), lines(rest.head(discovery)));
  }
}
