package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The WLCG Tape REST API with gfal2 and curl, on what {@code ./bora up --tape} starts. Four files
 * of 2.5 MB are on tape alone when the tests begin. Each test has a file of its own.
 */
class TapeRestIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final JsonMapper JSON = new JsonMapper();
  private static final int SIZE = 2_500_017;
  private static final int FILES = 4;
  private static final int LARGE = 9_000_000;

  private static Site site;
  private static TapeUser user;
  private static Path source;

  @BeforeAll
  static void up() throws IOException {
    site = Site.upWithTape("rest");
    user = TapeUser.of(site);
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

  /** An answer; the body is null where there is none. */
  private record Answer(int status, String head, JsonNode body) {}

  private static Answer callAs(String proxy, String method, String url, String... body)
      throws IOException {
    Path out = site.home().resolve("body");
    Path head = site.home().resolve("head");
    Files.deleteIfExists(out);
    List<String> words =
        new ArrayList<>(List.of("curl", "-sS", "-m", "30", "-X", method, "-D", head.toString()));
    words.addAll(List.of("--capath", site.environment().get("X509_CERT_DIR")));
    words.addAll(List.of("-E", site.proxy(proxy).toString(), "-o", out.toString()));
    words.addAll(List.of("-w", "%{http_code}", url));
    for (String json : body) {
      words.addAll(List.of("-H", "Content-Type: application/json", "-d", json.replace('\'', '"')));
    }
    Shell.Result result = site.shell().run(PATIENCE, words.toArray(String[]::new)).succeeded();
    String text = Files.exists(out) ? Files.readString(out) : "";
    return new Answer(
        Integer.parseInt(result.output().strip()),
        Files.readString(head),
        text.isEmpty() ? null : JSON.readTree(text));
  }

  private static Answer call(String method, String path, String... body) throws IOException {
    return callAs("alice-voms", method, site.environment().get("BORA_TAPE_REST") + path, body);
  }

  private static String stage(String... paths) throws IOException {
    String files =
        String.join(",", List.of(paths).stream().map(p -> "{'path':'" + p + "'}").toList());
    Answer answer = call("POST", "/stage", "{'files':[" + files + "]}");
    assertEquals(201, answer.status(), answer.head());
    String id = answer.body().get("requestId").asString();
    assertTrue(answer.head().contains("/api/v1/stage/" + id), answer.head());
    return id;
  }

  private static List<String> states(String id) throws IOException {
    Answer answer = call("GET", "/stage/" + id);
    assertEquals(200, answer.status());
    return StreamSupport.stream(answer.body().get("files").spliterator(), false)
        .map(file -> file.get("state").asString())
        .toList();
  }

  private static void awaitState(String id, String state) {
    TapeUser.await(
        id + " is " + state,
        () -> {
          try {
            return states(id).equals(List.of(state));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
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

    String id = stage(path);
    awaitState(id, "COMPLETED");
    user.gfal("gfal-evict", davs(path), id).succeeded();
    assertEquals(List.of("COMPLETED"), states(id));
  }

  private static String davsStatus(String path) {
    return user.gfal("gfal-xattr", davs(path), "user.status").succeeded().output().strip();
  }

  @Test
  void aRequestOfSrmIsFollowedHere() throws IOException {
    String path = file(3);
    Answer status = call("GET", "/stage/" + user.bringOnline(path));
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
    Answer told =
        call("POST", "/archiveinfo", "{'paths':['" + odd + "','/testvo-d0t1','" + odd + "']}");
    assertEquals(200, told.status());
    assertEquals(2, told.body().size(), told.body().toString());
    assertEquals(odd, told.body().get(0).get("path").asString());
    assertEquals("TAPE", told.body().get(0).get("locality").asString());
    assertTrue(told.body().get(1).has("error"), told.body().toString());

    String id = stage(odd);
    Answer status = call("GET", "/stage/" + id);
    assertEquals(odd, status.body().get("files").get(0).get("path").asString());
    long created = status.body().get("createdAt").asLong();
    assertTrue(Math.abs(created - System.currentTimeMillis() / 1000) < 600, "seconds: " + created);
    awaitState(id, "COMPLETED");
  }

  @Test
  void whatIsCancelledStaysOnTapeAndAReleaseAfterThatChangesNothing() throws IOException {
    String path = "/testvo-d0t1/missing";
    String id = stage(path, file(2));
    Answer stranger =
        call("POST", "/stage/" + id + "/cancel", "{'paths':['" + file(2) + "','/x']}");
    assertEquals(400, stranger.status());
    assertTrue(stranger.head().contains("application/problem+json"), stranger.head());
    assertEquals("FAILED", states(id).getFirst());
    assertTrue(!states(id).get(1).equals("CANCELLED"), "nothing was done");

    assertEquals(
        200, call("POST", "/stage/" + id + "/cancel", "{'paths':['" + file(2) + "']}").status());
    List<String> cancelled = states(id);
    assertTrue(List.of("CANCELLED", "COMPLETED").contains(cancelled.get(1)), cancelled.toString());
    assertEquals(200, call("POST", "/release/" + id, "{'paths':['" + file(2) + "']}").status());
    assertEquals(cancelled, states(id));
  }

  @Test
  void whatIsDeletedIsForgotten() throws IOException {
    String id = stage(file(3));
    assertEquals(403, callAs("bob-voms", "DELETE", url("/stage/" + id)).status(), "not his own");
    assertEquals(200, call("DELETE", "/stage/" + id).status());
    assertEquals(404, call("GET", "/stage/" + id).status());
    assertEquals(404, call("DELETE", "/stage/" + id).status());
    assertEquals(404, call("POST", "/release/" + id, "{'paths':['/x']}").status());
  }

  @Test
  void aStageRequestThatIsRepeatedIsMadeOnce() throws IOException {
    String key = "Idempotency-Key: " + UUID.randomUUID();
    String first = repeated(key, file(3), 201).get("requestId").asString();
    assertEquals(first, repeated(key, file(3), 201).get("requestId").asString());
    assertEquals(422, repeated(key, file(2), 422).get("status").asInt());
    awaitState(first, "COMPLETED");

    JsonNode all = call("GET", "/stage/" + first + "?since=0").body();
    JsonNode staged = all.get("files").get(0);
    long created = all.get("createdAt").asLong();
    assertTrue(staged.get("finishedAt").asLong() >= created, all.toString());
    assertEquals(staged.get("finishedAt").asLong(), all.get("completedAt").asLong());
    long later = all.get("asOf").asLong() + 61;
    JsonNode none = call("GET", "/stage/" + first + "?since=" + later).body();
    assertEquals(0, none.get("files").size(), none.toString());
    assertEquals(400, call("GET", "/stage/" + first + "?since=now").status());
  }

  private static JsonNode repeated(String key, String path, int status) throws IOException {
    Path out = site.home().resolve("repeated");
    String body = "{\"files\":[{\"path\":\"" + path + "\",\"diskLifetime\":\"PT5M\"}]}";
    String said =
        site.shell()
            .run(
                PATIENCE,
                "curl",
                "-sS",
                "--capath",
                site.environment().get("X509_CERT_DIR"),
                "-E",
                site.proxy("alice-voms").toString(),
                "-o",
                out.toString(),
                "-w",
                "%{http_code}",
                "-H",
                key,
                "-d",
                body,
                url("/stage"))
            .succeeded()
            .output();
    assertEquals(status, Integer.parseInt(said.strip()), Files.readString(out));
    return JSON.readTree(Files.readString(out));
  }

  private static String url(String path) {
    return site.environment().get("BORA_TAPE_REST") + path;
  }

  @Test
  void whatIsNotUnderstoodIsAProblem() throws IOException {
    assertEquals(404, call("GET", "/stage/" + UUID.randomUUID()).status());
    assertEquals(404, call("GET", "/stage/nonsense").status());
    assertEquals(404, call("GET", "/nothing").status());
    assertEquals(400, call("POST", "/stage", "{").status());
    Answer method = call("GET", "/stage");
    assertEquals(405, method.status());
    assertEquals(405, method.body().get("status").asInt());
    assertTrue(method.head().contains("Allow: POST"), method.head());
  }

  @Test
  void theDescriptionIsServedAndTheLimitsAreTold() throws IOException {
    assertEquals("3.0.3", call("GET", "/openapi.json").body().get("openapi").asString());
    String discovery = site.environment().get("BORA_HTTP") + "/.well-known/wlcg-tape-rest-api";
    JsonNode endpoint = callAs("alice-voms", "GET", discovery).body().get("endpoints").get(0);
    assertEquals(site.environment().get("BORA_TAPE_REST"), endpoint.get("uri").asString());
    assertEquals(10_000, endpoint.get("metadata").get("maxFilesPerRequest").asInt());
  }
}
