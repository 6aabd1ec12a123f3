package org.bora.it.doors;

import static org.bora.it.doors.S3Door.assertAnswer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bora.it.site.Await;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the logs tell of requests over S3 and HTTP, and what they must not tell. */
class S3LogsIT {
  private static final byte[] NOTHING = new byte[0];
  private static final String CLOSED = "deny create to anyone on /testvo/closed/*";
  private static final String STAYS = "deny delete to anyone on /testvo/stays/*";
  private static final String SURL = "srm://localhost/srm/managerv2?SFN=";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static Site site;
  private static S3Door s3;

  @BeforeAll
  static void up() throws IOException {
    Path first = Path.of("server/src/main/resources/org/bora/server/home/first-bora.yaml");
    String configuration =
        Files.readString(Site.CHECKOUT.resolve(first))
            .replace("    rules:", "    rules:\n      - " + CLOSED + "\n      - " + STAYS)
            .concat("logging: {level: trace}\n");
    site = Site.up("logs", configuration, "data/testvo/closed");
    s3 = new S3Door(site.environment());
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  /** Many people read logs, and a signature in one may be of a request that did not arrive. */
  @Test
  void nothingSecretOfAnUploadThatBreaksOffOrIsRefusedIsInALog() throws Exception {
    S3Signature signature = new S3Signature(site.environment());
    String path = "/testvo/secret/object";
    String presigned = path + "?" + signature.presigned("PUT", path);
    String piece = "bad0".repeat(16);
    String body = "2000;chunk-signature=" + piece + "\r\n" + "x".repeat(0x2000) + "\r\n";
    Map<String, String> signed = inPieces(path);
    String headers = lines("Content-Length: 100000\r\n", signed);
    breakOff(presigned, "Content-Length: 100000\r\n", "abc");
    breakOff(path, headers, body.substring(0, 1_000));
    try (S3Socket wrong = socket(path, headers, body)) {
      assertTrue(wrong.error().contains("<Code>SignatureDoesNotMatch</Code>"));
    }
    String forged = presigned.substring(0, presigned.length() - 64) + piece;
    try (S3Socket wrong = socket(forged, "Content-Length: 3\r\n", "abc")) {
      assertTrue(wrong.error().contains("<Code>SignatureDoesNotMatch</Code>"));
    }
    String logs = logs();
    assertTrue(logs.contains("DEBUG"), "successful requests have lines at this level");
    List<String> secrets =
        List.of(
            site.environment().get("AWS_SECRET_ACCESS_KEY"),
            presigned.substring(presigned.length() - 64),
            signed.get("Authorization").substring(signed.get("Authorization").length() - 64),
            piece,
            "aws4_request",
            "chunk-signature",
            "Amz-");
    for (String secret : secrets) {
      List<String> lines = logs.lines().filter(line -> line.contains(secret)).toList();
      assertEquals(List.of(), lines, secret);
    }
    assertFalse(Files.exists(site.home().resolve("data/testvo/secret/object")));
  }

  /** The line of the door, and of the engine with the rule, have the same SURL and identifier. */
  @Test
  void theAuditLogTellsWhichRuleHasRefusedWhichObject() throws Exception {
    assertAnswer(403, "AccessDenied", s3.ask("PUT", "/testvo/closed/by-rule", "", NOTHING));
    JsonNode access = audited("access", "/closed/by-rule");
    JsonNode operation = audited("operation", "/closed/by-rule");
    assertEquals("PutObject", access.get("op").asString());
    assertEquals("refused", access.get("outcome").asString());
    assertTrue(access.get("explanation").asString().contains("rule 1 of"), access::toString);
    assertEquals(access.get("id"), operation.get("id"));
    assertEquals(access.at("/surls/0"), operation.get("surl"));
    assertEquals("denied", operation.get("decision").asString());
    assertTrue(operation.get("rule").asString().contains(CLOSED), operation::toString);
  }

  @Test
  void theAuditLogTellsWhichObjectTheDoorItselfHasRefused() throws Exception {
    String owner = "x-amz-expected-bucket-owner";
    String none = "/testvo/told/none";
    assertAnswer(501, "NotImpl", s3.ask("DELETE", "/testvo/told/kept", "retention=", NOTHING));
    assertAnswer(403, "AccessDenied", s3.ask("GET", "/testvo/told/hers", "", NOTHING, owner, "me"));
    assertAnswer(404, "NoSuchKey", s3.ask("PUT", "/testvo/told/if", "", NOTHING, "If-Match", "*"));
    assertAnswer(400, "InvalidBucketName", s3.ask("GET", "/Told/object", "", NOTHING));
    assertAnswer(400, "InvalidArg", s3.ask("PUT", "/testvo/told/.s3-upload-1", "", NOTHING));
    assertAnswer(
        404,
        "NoSuchKey",
        s3.ask(
            "PUT", "/testvo/told/to", "", NOTHING, "x-amz-copy-source", none + "?versionId=null"));
    for (String object :
        new String[] {"/testvo/told/kept", "/testvo/told/hers", "/testvo/told/if"}) {
      JsonNode line = audited("access", object + "\"");
      assertEquals("[\"" + SURL + object + "\"]", line.get("surls").toString());
      assertEquals("refused", line.get("outcome").asString());
      assertFalse(line.toString().contains("retention"), "no query: " + line);
    }
    assertEquals("[\"/Told/object\"]", audited("access", "/Told/").get("surls").toString());
    assertEquals(
        "[\"/testvo/told/.s3-upload-1\"]", audited("access", "/.s3-").get("surls").toString());
    assertEquals(
        "[\"" + SURL + "/testvo/told/to\",\"" + SURL + none + "\"]",
        audited("access", none).get("surls").toString());
  }

  /** The request itself is served: its answer tells what became of each key. */
  @Test
  void theAuditLogTellsWhichKeysOfAListWereRefused() throws Exception {
    for (String object : List.of("/testvo/stays/one", "/testvo/told/goes")) {
      assertAnswer(200, "", s3.ask("PUT", object, "", NOTHING));
    }
    String list =
        "<Delete><Object><Key>stays/one</Key></Object><Object><Key>told/goes</Key></Object>"
            + "<Object><Key>told//empty</Key></Object>"
            + "<Object><Key>told/other</Key><ETag>odd</ETag></Object></Delete>";
    byte[] body = list.getBytes(StandardCharsets.US_ASCII);
    assertAnswer(200, "<Deleted><Key>told/goes<", s3.ask("POST", "/testvo", "delete=", body));
    JsonNode byRule = audited("access", "/testvo/stays/one\"");
    assertEquals("[\"" + SURL + "/testvo/stays/one\"]", byRule.get("surls").toString());
    assertEquals("DeleteObjects", byRule.get("op").asString());
    assertEquals("refused", byRule.get("outcome").asString());
    assertTrue(byRule.get("explanation").asString().contains("rule 2 of"), byRule::toString);
    JsonNode rule = audited("operation", "/testvo/stays/one\"");
    assertEquals(byRule.get("id"), rule.get("id"));
    assertTrue(rule.get("rule").asString().contains(STAYS), rule::toString);
    for (String key : List.of("/testvo/told//empty", "/testvo/told/other")) {
      JsonNode byDoor = audited("access", key + "\"");
      assertEquals(byRule.get("id"), byDoor.get("id"));
      assertEquals("refused", byDoor.get("outcome").asString());
    }
    JsonNode whole = audited("access", byRule.get("id").asString());
    assertEquals("served", whole.get("outcome").asString(), "the last line is of the request");
  }

  @Test
  void theAuditLogTellsTheSameOfHttp() throws Exception {
    try (HttpDoor http = new HttpDoor(site.portOf("http"), site.proxy("alice-voms"))) {
      assertEquals(Door.Outcome.MISSING, http.read("/testvo/told/by%20http"));
    }
    JsonNode line = audited("access", "/by%20http");
    assertEquals("GET", line.get("op").asString());
    assertEquals("[\"" + SURL + "/testvo/told/by%20http\"]", line.get("surls").toString());
  }

  /** The last line of an event about an object. */
  private static JsonNode audited(String event, String part) throws IOException {
    List<JsonNode> found =
        Files.readAllLines(site.home().resolve("log/audit-bora.log")).stream()
            .filter(line -> line.contains(part))
            .map(MAPPER::readTree)
            .filter(line -> line.get("event").asString().equals(event))
            .toList();
    assertFalse(found.isEmpty(), event + " of " + part);
    return found.getLast();
  }

  /** No SDK repeats any other error with this status. */
  @Test
  void aBodyThatBreaksOffIsAnsweredSoThatItIsSentAgain() throws Exception {
    String path = "/testvo/broken-off";
    String headers = lines("Transfer-Encoding: chunked\r\n", inPieces(path));
    try (S3Socket broken = socket(path, headers, "3\r\nabc\r\nno number\r\n")) {
      String answer = broken.error();
      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
      assertTrue(answer.contains("<Code>RequestTimeout</Code>"), answer);
    }
    assertFalse(Files.exists(site.home().resolve("data/testvo/broken-off")));
  }

  /** Headers of an upload whose pieces are signed one by one. */
  private static Map<String, String> inPieces(String path) throws Exception {
    Map<String, String> wanted =
        Map.of(
            "x-amz-content-sha256",
            "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
            "x-amz-decoded-content-length",
            "16384");
    return new S3Signature(site.environment()).headers("PUT", path, "", wanted);
  }

  private static String lines(String first, Map<String, String> headers) {
    StringBuilder lines = new StringBuilder(first);
    headers.forEach((name, value) -> lines.append(name + ": " + value + "\r\n"));
    return lines.toString();
  }

  private static S3Socket socket(String target, String headers, String body) throws IOException {
    return new S3Socket(site.environment(), target, headers, body);
  }

  /** Leaves when the upload has begun, and waits until the log tells of its end. */
  private static void breakOff(String target, String headers, String body) throws Exception {
    Path directory = site.home().resolve("data/testvo/secret");
    long told = broken();
    try (S3Socket _ = socket(target, headers, body)) {
      Await.until("the upload begins", () -> hidden(directory));
    }
    Await.until("the log tells of its end", () -> broken() > told);
    Await.until("the upload ends", () -> !hidden(directory));
  }

  private static boolean hidden(Path directory) {
    String[] names = directory.toFile().list();
    return names != null && Stream.of(names).anyMatch(name -> name.startsWith(".bora-put-"));
  }

  private static long broken() throws IOException {
    return logs().lines().filter(line -> line.contains("the body did not arrive")).count();
  }

  private static String logs() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> logs = Files.walk(site.home().resolve("log"))) {
      for (Path log : logs.filter(Files::isRegularFile).toList()) {
        all.append(Files.readString(log, StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }
}
