package org.bora.it.doors;

import static org.bora.it.doors.S3Door.assertAnswer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.bora.it.site.Await;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests that no SDK sends by itself, and that must not mean something else. */
class S3RequestsIT {
  private static final byte[] NOTHING = new byte[0];
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static Site site;
  private static S3Door s3;

  @BeforeAll
  static void up() throws IOException {
    site = Site.up("requests");
    s3 = new S3Door(site.environment());
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
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

  /** That it is there is not told before it is. */
  @Test
  void whatIsOnlyToBeCreatedWaitsForAnotherWriter() throws Exception {
    String key = "/testvo/created";
    byte[] bytes = new byte[100_000];
    HttpResponse<String> first =
        s3.halfway(key, "", bytes, () -> assertCreated(503, "SlowDown", key));
    assertAnswer(200, "", first);
    assertCreated(412, "PreconditionFailed", key);
  }

  private static void assertCreated(int status, String code, String key) {
    try {
      assertAnswer(status, code, s3.askOnce("PUT", key, "", NOTHING, "If-None-Match", "*"));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
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

  /** Its client takes the answer for that of a request that did nothing. */
  @Test
  void aListWithAMalformedEntryRemovesNothing() throws Exception {
    assertAnswer(200, "", s3.ask("PUT", "/testvo/before-it", "", NOTHING));
    byte[] list =
        "<Delete><Object><Key>before-it</Key></Object><Object><ETag>odd</ETag></Object></Delete>"
            .getBytes(StandardCharsets.US_ASCII);
    assertAnswer(400, "MalformedXML", s3.ask("POST", "/testvo", "delete=", list));
    assertTrue(Files.exists(site.home().resolve("data/testvo/before-it")));
  }

  @Test
  void requestsAreCountedByOperationAndError() throws Exception {
    double served = counted("ListBuckets", "OK");
    double refused = counted("GetBucketTagging", "NoSuchBucket");
    assertAnswer(200, "<Buckets>", s3.ask("GET", "/", "", NOTHING));
    assertAnswer(404, "NoSuchBucket", s3.ask("GET", "/not-there", "tagging=", NOTHING));
    Await.until("it is counted", () -> counted("ListBuckets", "OK") == served + 1);
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

  private static String crc32(int sum) {
    return Base64.getEncoder().encodeToString(ByteBuffer.allocate(4).putInt(sum).array());
  }
}
