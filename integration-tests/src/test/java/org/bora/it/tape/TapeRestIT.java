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
import java.util.Set;
import java.util.UUID;
import org.bora.it.site.Await;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.storage.tape.virtual.Faults;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The WLCG Tape REST API with gfal2 and curl, on what {@code ./bora up --tape} starts: a virtual
 * library and a buffer of 20 MiB, which files leave when more than 60 % of it is taken. Each test
 * has files of its own, which are on tape alone when the tests begin.
 */
class TapeRestIT {
  private static final int SIZE = 500_017;

  /** Two of them are more than may stay in the buffer. */
  private static final int LARGE = 6_500_000;

  private static final String AREA = "/testvo-d0t1/";
  private static final List<String> FILES =
      List.of(
          ("again cancelled completed deleted followed found got listed named odd otherwise pinned"
                  + " staged wanted")
              .split(" "));

  private static final int DRIVES = 2;

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
    String[] paths = FILES.stream().map(TapeRestIT::file).toArray(String[]::new);
    for (String path : paths) {
      assertEquals(201, curl("alice-voms", url(path), "-T", source.toString()), path);
    }
    Await.until("all files are on tape", () -> !rest.localities(paths).contains("DISK"));
    fillTheBuffer("first", "second");
    Await.until(
        "all files are on tape alone",
        () -> Set.copyOf(rest.localities(paths)).equals(Set.of("TAPE")));
  }

  /** Files that nobody has pinned must leave, the least recently used ones first. */
  private static void fillTheBuffer(String... two) throws IOException {
    for (String name : two) {
      user.put(random(name, LARGE), file(name));
    }
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

  private static String file(String name) {
    return AREA + name;
  }

  private static String url(String path) {
    return site.environment().get("BORA_HTTP") + path;
  }

  private static String davs(String path) {
    return url(path).replace("https://", "davs://");
  }

  /** Of the HTTP door, with {@code endpoint.http-recalls}. */
  @Test
  void aGetOfAFileOnTapeHasItBroughtBackForWhoMayStage() throws IOException {
    String url = url(file("got"));
    assertEquals(403, curl("bob", url));

    assertEquals(503, curl("alice-voms", url, "-H", "Sec-Fetch-Site: cross-site"));
    String page = Files.readString(site.home().resolve("body"));
    assertTrue(page.contains("bring it online first"), "a browser has her certificate: " + page);

    assertEquals(503, curl("alice-voms", url));
    String answer = Files.readString(site.home().resolve("body"));
    assertTrue(answer.contains("is being recalled from tape"), answer);
    assertTrue(Files.readString(site.home().resolve("head")).contains("Retry-After: 60"));

    Await.until("the file is back", () -> curl("alice-voms", url) == 200);
    assertTrue(
        Arrays.equals(Files.readAllBytes(source), Files.readAllBytes(site.home().resolve("body"))));
  }

  /** Calls the HTTP door; gives the status of the answer. */
  private static int curl(String proxy, String url, String... more) {
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
    String path = file("staged");
    assertEquals("NEARLINE", davsStatus(path));
    Shell.Result staged =
        user.gfal(
            "gfal-bringonline",
            "-vvv",
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

    String pinned = file("pinned");
    rest.awaitState(rest.stage(pinned), "COMPLETED");
    String id = TapeUser.stageRequest(staged.output());
    user.gfal("gfal-evict", davs(path), id).succeeded();
    assertEquals(List.of("COMPLETED"), rest.states(id));
    fillTheBuffer("third", "fourth");
    Await.until("it leaves", () -> rest.localities(path).equals(List.of("TAPE")));
    // these were used last
    Await.until(
        "a file leaves that is no longer needed",
        () -> rest.localities(file("third"), file("fourth")).contains("TAPE"));
    assertEquals(List.of("DISK_AND_TAPE"), rest.localities(pinned), "it is pinned");
    assertEquals("NEARLINE", davsStatus(path));
  }

  private static String davsStatus(String path) {
    return user.gfal("gfal-xattr", davs(path), "user.status").succeeded().output().strip();
  }

  @Test
  void aRequestOfSrmIsFollowedHere() throws IOException {
    String path = file("followed");
    RestCalls.Answer status = rest.call("GET", "/stage/" + user.bringOnline(path));
    JsonNode staged = status.body().get("files").get(0);
    assertEquals(path, staged.get("path").asString());
    assertEquals("COMPLETED", staged.get("state").asString());
  }

  @Test
  void gfalFindsTheEndpoint() {
    String uri =
        user.gfal("gfal-xattr", davs(file("found")), "taperestapi.uri").succeeded().output();
    assertEquals(site.environment().get("BORA_TAPE_REST"), uri.strip());
  }

  @Test
  void pathsComeBackAsTheyWereSent() throws IOException {
    String odd = "//testvo-d0t1/%6fdd/";
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
    String path = file("cancelled");
    String wanted = file("wanted");
    Faults faults = Faults.of(site.home().resolve("tapes"));
    String id;
    try {
      for (int drive = 0; drive < DRIVES; drive++) {
        faults.breakDrive(drive);
      }
      id = rest.stage("/testvo-d0t1/missing", path, wanted);
      cancelWhileItWaits(id, path);
    } finally {
      faults.clear();
    }
    // both wait for the same volumes: one that still waited would come, too
    Await.until("the other file comes", () -> rest.states(id).get(2).equals("COMPLETED"));
    assertEquals(List.of("FAILED", "CANCELLED", "COMPLETED"), rest.states(id));
    assertEquals(List.of("TAPE", "DISK_AND_TAPE"), rest.localities(path, wanted));
    assertEquals("NEARLINE", davsStatus(path));
  }

  /** The second of three files; the first has failed, and nothing can be read from tape. */
  private static void cancelWhileItWaits(String id, String path) throws IOException {
    String named = "{'paths':['" + path + "']}";
    List<String> before = rest.states(id);
    assertEquals("FAILED", before.getFirst());
    assertTrue(List.of("SUBMITTED", "STARTED").contains(before.get(1)), before.toString());
    RestCalls.Answer stranger =
        rest.call("POST", "/stage/" + id + "/cancel", "{'paths':['" + path + "','/x']}");
    assertEquals(400, stranger.status());
    assertTrue(stranger.head().contains("application/problem+json"), stranger.head());
    List<String> untouched = rest.states(id);
    assertTrue(List.of("SUBMITTED", "STARTED").contains(untouched.get(1)), untouched.toString());

    assertEquals(200, rest.call("POST", "/stage/" + id + "/cancel", named).status());
    List<String> cancelled = rest.states(id);
    assertEquals("CANCELLED", cancelled.get(1));
    assertTrue(List.of("SUBMITTED", "STARTED").contains(cancelled.get(2)), cancelled.toString());
    assertEquals(200, rest.call("POST", "/release/" + id, named).status());
    assertEquals("CANCELLED", rest.states(id).get(1));
  }

  @Test
  void whatWasToldAsCompletedStaysSoWhenItIsCancelled() throws IOException {
    String path = file("completed");
    String id = rest.stage(path);
    rest.awaitState(id, "COMPLETED");
    String body = "{'paths':['" + path + "']}";
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
    String id = rest.stage(file("deleted"));
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
    String body = "{'files':[{'path':'" + file("named") + "','diskLifetime':'PT5M'}]}";
    RestCalls.Answer made = rest.callWith(key, "POST", "/stage", body);
    assertEquals(201, made.status());
    String first = made.body().get("requestId").asString();
    RestCalls.Answer again = rest.callWith(key, "POST", "/stage", body);
    assertEquals(201, again.status());
    assertEquals(first, again.body().get("requestId").asString());
    String other = body.replace(file("named"), file("otherwise"));
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
    String path = file("again");
    String id = rest.stage(path);
    rest.awaitState(id, "COMPLETED");
    String paths = "{'paths':['" + path + "']}";
    for (int i = 0; i < 2; i++) {
      assertEquals(200, rest.call("POST", "/stage/" + id + "/cancel", paths).status());
      assertEquals(List.of("COMPLETED"), rest.states(id));
      assertEquals(200, rest.call("POST", "/release/" + id, paths).status());
      assertEquals(List.of("COMPLETED"), rest.states(id));
    }
    String stranger = "{'paths':['" + path + "','/testvo-d0t1/stranger']}";
    assertEquals(400, rest.call("POST", "/release/" + id, stranger).status());
  }

  @Test
  void aFileWithoutAByteIsStagedLikeOthers() throws IOException {
    String path = file("empty");
    user.put(random("empty", 0), path);
    rest.awaitState(rest.stage(path), "COMPLETED");
  }

  @Test
  void administratorsSeeAStageRequestAsOneOfSrm() throws IOException {
    String id = rest.stage(file("listed"));
    String listed =
        site.bora("requests", "--home", site.home().toString(), "--kind", "bring_online")
            .succeeded()
            .output();
    assertTrue(listed.contains(id), listed);
    assertEquals(200, rest.call("DELETE", "/stage/" + id).status());

    String audit =
        site.bora("audit", "--home", site.home().toString(), "--surl", "*" + file("listed"))
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
