package org.bora.it.doors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import javax.net.ssl.SSLSocket;
import org.bora.it.load.HeldConnections;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests that no SDK sends by itself, and that must not mean something else. */
class S3RequestsIT {
  private static final byte[] NOTHING = new byte[0];
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String CLOSED = "deny create to anyone on /testvo/closed/*";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static Site site;
  private static S3Door s3;

  @BeforeAll
  static void up() throws IOException {
    Path first = Path.of("server/src/main/resources/org/bora/server/home/first-bora.yaml");
    String configuration =
        Files.readString(Site.CHECKOUT.resolve(first))
            .replace("    rules:", "    rules:\n      - " + CLOSED)
            .concat("logging: {level: trace}\n");
    site = Site.up("requests", configuration, "data/testvo/closed");
    s3 = new S3Door(site.environment());
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  private static void assertAnswer(int status, String code, HttpResponse<String> answer) {
    assertEquals(status, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(code), answer.body());
  }

  @Test
  void whatIsAskedOfAPartOfABucketDoesNothingToTheBucket() throws Exception {
    assertAnswer(200, "", s3.ask("PUT", "/empty-one", "", NOTHING));
    for (String method : new String[] {"DELETE", "PUT"}) {
      for (String query : new String[] {"accelerate=", "publicAccessBlock=", "metadataTable="}) {
        if (!(method.equals("PUT") && query.equals("publicAccessBlock="))) { // which is served
          assertAnswer(501, "NotImplemented", s3.ask(method, "/empty-one", query, NOTHING));
        }
      }
    }
    assertTrue(Files.isDirectory(site.home().resolve("data/testvo/buckets/empty-one")));
    assertAnswer(204, "", s3.ask("DELETE", "/empty-one", "", NOTHING));
  }

  @Test
  void whatIsAskedOfAPartOfAnObjectDoesNothingToTheObject() throws Exception {
    assertAnswer(200, "", s3.ask("PUT", "/testvo/kept", "", new byte[] {'a'}));
    for (String query : new String[] {"legal-hold=", "retention=", "attributes=", "restore="}) {
      assertAnswer(501, "NotImplemented", s3.ask("DELETE", "/testvo/kept", query, NOTHING));
      assertAnswer(501, "NotImplemented", s3.ask("PUT", "/testvo/kept", query, new byte[] {'b'}));
    }
    assertEquals("a", Files.readString(site.home().resolve("data/testvo/kept")));
  }

  @Test
  void conditionsOfAKeyWithASlashCount() throws Exception {
    String key = "/testvo/marked/";
    assertAnswer(404, "NoSuchKey", s3.ask("PUT", key, "", NOTHING, "If-Match", "*"));
    assertAnswer(200, "", s3.ask("PUT", key, "", NOTHING, "If-None-Match", "*"));
    assertAnswer(412, "PreconditionFailed", s3.ask("PUT", key, "", NOTHING, "If-None-Match", "*"));
    assertAnswer(412, "PreconditionFailed", s3.ask("PUT", key, "", NOTHING, "If-Match", "\"0\""));
    String tag = "\"d41d8cd98f00b204e9800998ecf8427e\""; // of no bytes
    assertAnswer(200, "", s3.ask("PUT", key, "", NOTHING, "If-Match", tag));
    assertAnswer(200, "", s3.ask("PUT", key, "", NOTHING));
    assertAnswer(501, "NotImplemented", s3.ask("PUT", key, "", NOTHING, "If-None-Match", "\"0\""));
  }

  @Test
  void listingsDoNotTellOfParts() throws Exception {
    String id = s3.create("/testvo/listed/object");
    assertTrue(s3.part("/testvo/listed/object", id, 1, new byte[] {'a'}).isPresent());
    String hidden = "prefix=listed%2F.s3-upload-" + id + "%2F";
    for (String query : new String[] {hidden, "list-type=2&" + hidden, "prefix=listed"}) {
      HttpResponse<String> listed = s3.ask("GET", "/testvo", query, NOTHING);
      assertAnswer(200, "<ListBucketResult", listed);
      assertFalse(listed.body().contains("<Key>"), listed.body());
    }
    assertEquals(Door.Outcome.DONE, s3.abort("/testvo/listed/object", id));
  }

  @Test
  void aPartThatComesWhenItsUploadIsCompletedGoes() throws Exception {
    String key = "/testvo/late/object";
    String id = s3.create(key);
    List<String> tags = List.of(s3.part(key, id, 1, new byte[] {'a'}).orElseThrow());
    byte[] more = new byte[100_000];
    HttpResponse<String> late = s3.part(key, id, more, () -> assertCompleted(key, id, tags));
    assertAnswer(404, "NoSuchUpload", late);
    Path directory = site.home().resolve("data/testvo/late");
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(List.of("object"), left.map(path -> path.getFileName().toString()).toList());
    }
    assertEquals("a", Files.readString(directory.resolve("object")));
  }

  /** What the owner of a file notes on it is not believed. */
  @Test
  void aPartWhoseNoteHasNoMd5IsNoPart() throws Exception {
    String key = "/testvo/noted/object";
    String id = s3.create(key);
    assertTrue(s3.part(key, id, 1, new byte[] {'a'}).isPresent());
    Path parts = site.home().resolve("data/testvo/noted/.s3-upload-" + id);
    try (Stream<Path> all = Files.list(parts)) {
      Path part =
          all.filter(path -> path.getFileName().toString().startsWith("part-"))
              .findFirst()
              .orElseThrow();
      Files.setAttribute(
          part, "user:bora.door.s3", ByteBuffer.wrap("e=odd".getBytes(StandardCharsets.US_ASCII)));
    }
    byte[] list =
        ("<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>odd</ETag></Part>"
                + "</CompleteMultipartUpload>")
            .getBytes(StandardCharsets.US_ASCII);
    assertAnswer(400, "InvalidPart", s3.ask("POST", key, "uploadId=" + id, list));
    assertEquals(Door.Outcome.DONE, s3.abort(key, id));
  }

  @Test
  void anAbortWaitsForThePartThatIsBeingSentAndTakesNothingBefore() throws Exception {
    String key = "/testvo/aborted/object";
    String id = s3.create(key);
    byte[] more = new byte[6 << 20];
    HttpResponse<String> first = s3.part(key, id, more, () -> assertAbortWaits(key, id));
    assertAnswer(200, "", first);
    String tag = first.headers().firstValue("ETag").orElseThrow();
    Optional<String> second = s3.part(key, id, 2, new byte[] {'a'});
    assertEquals(Door.Outcome.DONE, s3.complete(key, id, List.of(tag, second.orElseThrow())));
    Path directory = site.home().resolve("data/testvo/aborted");
    assertEquals(more.length + 1, Files.size(directory.resolve("object")), "nothing was lost");

    String other = s3.create(key);
    assertAnswer(200, "", s3.part(key, other, more, () -> assertAbortWaits(key, other)));
    assertEquals(Door.Outcome.DONE, s3.abort(key, other));
    assertAnswer(404, "NoSuchUpload", s3.ask("PUT", key, "partNumber=1&uploadId=" + other, more));
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(List.of("object"), left.map(path -> path.getFileName().toString()).toList());
    }
  }

  /** The door that was asked first had removed the upload when it died. */
  @Test
  void anAbortThatIsRepeatedRemovesTheDirectoriesThatTheFirstOneHasEmptied() throws Exception {
    Path above = site.home().resolve("data/testvo/above");
    String key = "/testvo/above/emptied/object";
    String id = s3.create(key);
    assertEquals(Door.Outcome.DONE, s3.abort(key, id));
    assertFalse(Files.exists(above));
    Files.createDirectories(above.resolve("emptied"));
    assertAnswer(404, "NoSuchUpload", s3.ask("DELETE", key, "uploadId=" + id, NOTHING));
    assertFalse(Files.exists(above));
  }

  @Test
  void anAbortOfAnUploadThatNeverWasChangesNothing() throws Exception {
    String id = s3.create("/testvo/aborted-elsewhere/object");
    assertEquals(Door.Outcome.DONE, s3.abort("/testvo/aborted-elsewhere/object", id));
    String madeUp = UUID.randomUUID().toString().replace("-", "");
    Path empty = site.home().resolve("data/testvo/empty/directory");
    Files.createDirectories(empty);
    for (String never : List.of(madeUp, "0".repeat(32), id)) {
      String query = "uploadId=" + never;
      String key = "/testvo/empty/directory/object";
      assertAnswer(404, "NoSuchUpload", s3.ask("DELETE", key, query, NOTHING));
      assertTrue(Files.isDirectory(empty), never);
    }
  }

  private static void assertAbortWaits(String key, String id) {
    try {
      assertAnswer(503, "SlowDown", s3.askOnce("DELETE", key, "uploadId=" + id, NOTHING));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertCompleted(String key, String id, List<String> tags) {
    try {
      assertEquals(Door.Outcome.DONE, s3.complete(key, id, tags));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aListWithAnotherChecksumRemovesNothing() throws Exception {
    assertAnswer(200, "", s3.ask("PUT", "/testvo/on-the-list", "", NOTHING));
    byte[] list =
        "<Delete><Object><Key>on-the-list</Key></Object></Delete>"
            .getBytes(StandardCharsets.US_ASCII);
    CRC32 sum = new CRC32();
    sum.update(list);
    String right = crc32((int) sum.getValue());
    String wrong = crc32((int) sum.getValue() + 1);
    String header = "x-amz-checksum-crc32";
    assertAnswer(400, "BadDigest", s3.ask("POST", "/testvo", "delete=", list, header, wrong));
    assertAnswer(400, "InvalidRequest", s3.ask("POST", "/testvo", "delete=", list, header, "AA=="));
    assertTrue(Files.exists(site.home().resolve("data/testvo/on-the-list")));
    assertAnswer(200, "<Deleted>", s3.ask("POST", "/testvo", "delete=", list, header, right));
    assertFalse(Files.exists(site.home().resolve("data/testvo/on-the-list")));
  }

  /** Many people read logs, and a signature in one may be of a request that did not arrive. */
  @Test
  void nothingSecretOfAnUploadThatBreaksOffOrIsRefusedIsInALog() throws Exception {
    S3Signature signature = new S3Signature(site.environment());
    String path = "/testvo/secret/object";
    String presigned = path + "?" + signature.presigned("PUT", path);
    String piece = "bad0".repeat(16);
    String body = "2000;chunk-signature=" + piece + "\r\n" + "x".repeat(0x2000) + "\r\n";
    Map<String, String> signed =
        signature.headers(
            "PUT",
            path,
            "",
            Map.of(
                "x-amz-content-sha256",
                "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
                "x-amz-decoded-content-length",
                "16384"));
    StringBuilder headers = new StringBuilder("Content-Length: 100000\r\n");
    signed.forEach((name, value) -> headers.append(name + ": " + value + "\r\n"));
    breakOff(presigned, "Content-Length: 100000\r\n", "abc");
    breakOff(path, headers.toString(), body.substring(0, 1_000));
    try (SSLSocket wrong = begin(path, headers.toString(), body)) {
      assertTrue(answer(wrong).contains("<Code>SignatureDoesNotMatch</Code>"));
    }
    String forged = presigned.substring(0, presigned.length() - 64) + piece;
    try (SSLSocket wrong = begin(forged, "Content-Length: 3\r\n", "abc")) {
      assertTrue(answer(wrong).contains("<Code>SignatureDoesNotMatch</Code>"));
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
    String surl = "srm://localhost/srm/managerv2?SFN=";
    for (String object :
        new String[] {"/testvo/told/kept", "/testvo/told/hers", "/testvo/told/if"}) {
      JsonNode line = audited("access", object + "\"");
      assertEquals("[\"" + surl + object + "\"]", line.get("surls").toString());
      assertEquals("refused", line.get("outcome").asString());
      assertFalse(line.toString().contains("retention"), "no query: " + line);
    }
    assertEquals("[\"/Told/object\"]", audited("access", "/Told/").get("surls").toString());
    assertEquals(
        "[\"/testvo/told/.s3-upload-1\"]", audited("access", "/.s3-").get("surls").toString());
    assertEquals(
        "[\"" + surl + "/testvo/told/to\",\"" + surl + none + "\"]",
        audited("access", none).get("surls").toString());
  }

  @Test
  void theAuditLogTellsTheSameOfHttp() throws Exception {
    try (HttpDoor http = new HttpDoor(site.portOf("http"), site.proxy("alice-voms"))) {
      assertEquals(Door.Outcome.MISSING, http.read("/testvo/told/by%20http"));
    }
    JsonNode line = audited("access", "/by%20http");
    assertEquals("GET", line.get("op").asString());
    assertEquals(
        "[\"srm://localhost/srm/managerv2?SFN=/testvo/told/by%20http\"]",
        line.get("surls").toString());
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

  @Test
  void requestsAreCountedByOperationAndError() throws Exception {
    double served = counted("ListBuckets", "OK");
    double refused = counted("GetBucketTagging", "NoSuchBucket");
    assertAnswer(200, "<Buckets>", s3.ask("GET", "/", "", NOTHING));
    assertAnswer(404, "NoSuchBucket", s3.ask("GET", "/not-there", "tagging=", NOTHING));
    await(() -> counted("ListBuckets", "OK") == served + 1, "what is served is not counted");
    assertEquals(refused + 1, counted("GetBucketTagging", "NoSuchBucket"));
  }

  /** As docs/operate/observability.md says for the machine itself; zero for none yet. */
  private static double counted(String operation, String code) {
    String socket = site.home().resolve("run/control").toString();
    String name = "bora_s3_requests_total{code=\"" + code + "\",operation=\"" + operation + "\"} ";
    return site.shell()
        .run(PATIENCE, "curl", "-sS", "--unix-socket", socket, "http://localhost/metrics")
        .succeeded()
        .output()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  /** No SDK repeats any other error with this status. */
  @Test
  void aBodyThatBreaksOffIsAnsweredSoThatItIsSentAgain() throws Exception {
    String path = "/testvo/broken-off";
    StringBuilder headers = new StringBuilder("Transfer-Encoding: chunked\r\n");
    new S3Signature(site.environment())
        .headers(
            "PUT",
            path,
            "",
            Map.of(
                "x-amz-content-sha256",
                "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
                "x-amz-decoded-content-length",
                "16384"))
        .forEach((name, value) -> headers.append(name + ": " + value + "\r\n"));
    try (SSLSocket broken = begin(path, headers.toString(), "3\r\nabc\r\nno number\r\n")) {
      String answer = answer(broken);
      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
      assertTrue(answer.contains("<Code>RequestTimeout</Code>"), answer);
    }
    assertFalse(Files.exists(site.home().resolve("data/testvo/broken-off")));
  }

  private static SSLSocket begin(String target, String headers, String body) throws IOException {
    URI endpoint = URI.create(site.environment().get("AWS_ENDPOINT_URL"));
    var socket =
        (SSLSocket)
            HeldConnections.tls()
                .getSocketFactory()
                .createSocket(endpoint.getHost(), endpoint.getPort());
    socket.setSoTimeout(30_000);
    String head = "PUT " + target + " HTTP/1.1\r\nHost: " + endpoint.getAuthority() + "\r\n";
    byte[] bytes = (head + headers + "\r\n" + body).getBytes(StandardCharsets.US_ASCII);
    socket.getOutputStream().write(bytes);
    return socket;
  }

  private static String answer(SSLSocket asked) throws IOException {
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf("</Error>") < 0) {
      int read = asked.getInputStream().read();
      assertTrue(read >= 0, answer.toString());
      answer.append((char) read);
    }
    return answer.toString();
  }

  /** Leaves when the upload has begun, and waits until the log tells of its end. */
  private static void breakOff(String target, String headers, String body) throws Exception {
    Path directory = site.home().resolve("data/testvo/secret");
    long told = broken();
    try (SSLSocket _ = begin(target, headers, body)) {
      await(() -> hidden(directory), "no upload has begun");
    }
    await(() -> broken() > told, "the log does not tell of it");
    await(() -> !hidden(directory), "the upload goes on");
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

  private static void await(Callable<Boolean> what, String otherwise) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!what.call()) {
      assertTrue(System.nanoTime() < end, otherwise);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private static String crc32(int sum) {
    return Base64.getEncoder().encodeToString(ByteBuffer.allocate(4).putInt(sum).array());
  }
}
