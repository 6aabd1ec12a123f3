package org.bora.it.doors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bora.api.turl.TurlUse;
import org.bora.backend.testing.FreePort;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.doors.Door.Outcome;
import org.bora.it.site.DoorSite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * {@code kill -9} of an S3 door of a split site in the middle of a PutObject, an UploadPart and a
 * CompleteMultipartUpload; the client repeats each of them once, at the other door.
 */
@ExtendWith(MariaDb.class)
@Timeout(240)
class KilledS3DoorIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Of what a kill leaves behind; the names are free before the sweep comes. */
  private static final Duration PUT_GRACE = Duration.ofSeconds(10);

  private static final int BYTES = 24 << 20;
  private static final int PARTS = 8;
  private static final byte[] NOTHING = new byte[0];
  private static final String PUT = "/testvo/put/object";
  private static final String PART = "/testvo/part/object";
  private static final String WHOLE = "/testvo/whole/object";

  private static DoorSite site;
  private static S3Door victim;
  private static S3Door other;
  private static byte[] bytes;

  @BeforeAll
  static void up(Schemas schemas) throws Exception {
    int[] ports = FreePort.find(2);
    int[] next = {0};
    site =
        DoorSite.up(
            schemas.empty(),
            text -> text.replace("http-port:", "s3-port: " + ports[next[0]++] + ", http-port:"),
            text -> text + "sweep: {interval: 1s, put-grace: " + PUT_GRACE.toSeconds() + "s}\n");
    site.start(DoorSite.OTHER_DOOR);
    String made = accessKey();
    shareVault();
    victim = door(ports[0], made);
    other = door(ports[1], made);
    bytes = new byte[BYTES];
    new Random(22).nextBytes(bytes);
  }

  @AfterAll
  static void down() {
    site.close();
  }

  private static String accessKey() {
    String url = site.http(DoorSite.DOOR) + "/.well-known/bora/s3-keys?label=killed";
    String trust = site.authorities().toString();
    String proxy = site.proxy("alice-voms").toString();
    return site.shell()
        .run(PATIENCE, "curl", "-sS", "--capath", trust, "-E", proxy, "-X", "POST", url)
        .succeeded()
        .output();
  }

  /** As docs/operate/s3-keys.md says: from the backend that made the first key to the others. */
  private static void shareVault() throws IOException {
    List<Path> vaults =
        DoorSite.BACKENDS.stream()
            .map(name -> site.home().resolve(name + "-process/vault.keys"))
            .toList();
    Path made = vaults.stream().filter(Files::exists).findFirst().orElseThrow();
    for (Path vault : vaults) {
      if (!Files.exists(vault)) {
        Files.copy(made, vault, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static S3Door door(int port, String made) {
    return new S3Door(
        Map.of(
            "AWS_ENDPOINT_URL",
            "https://localhost:" + port,
            "AWS_DEFAULT_REGION",
            "us-east-1",
            "AWS_ACCESS_KEY_ID",
            value(made, "accessKeyId"),
            "AWS_SECRET_ACCESS_KEY",
            value(made, "secretAccessKey")));
  }

  private static String value(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"]+)\"").matcher(json);
    assertTrue(found.find(), json);
    return found.group(1);
  }

  @Test
  void whatAKilledDoorLeftUndoneIsDoneByAnother() throws Exception {
    String whole = other.create(WHOLE);
    String part = other.create(PART);
    String tag = "\"" + md5(bytes) + "\"";
    for (int number = 1; number <= PARTS; number++) {
      assertEquals(tag, other.part(WHOLE, whole, number, bytes).orElseThrow());
    }
    byte[] list = S3Door.listed(Collections.nCopies(PARTS, tag));

    killAmidst(part, whole, list);

    assertNothingVisible(part);
    repeatPart(part, tag);
    String ofWhole = "\"" + md5OfParts() + "-" + PARTS + "\"";
    HttpResponse<String> put = repeated(() -> other.askOnce("PUT", PUT, "", bytes));
    assertEquals(tag, put.headers().firstValue("ETag").orElse(""));
    for (int time = 0; time < 2; time++) { // the second time as if the answer had been lost
      HttpResponse<String> completed =
          repeated(() -> other.askOnce("POST", WHOLE, "uploadId=" + whole, list));
      assertTrue(completed.body().contains("<ETag>" + xml(ofWhole)), completed.body());
    }
    assertObject(PUT, tag, 1);
    assertObject(WHOLE, ofWhole, PARTS);
    awaitSwept();
  }

  /** Kills the door while all three requests are under way. */
  private static void killAmidst(String part, String whole, byte[] list) throws Exception {
    CountDownLatch halfway = new CountDownLatch(2);
    CountDownLatch dead = new CountDownLatch(1);
    Runnable stop =
        () -> {
          halfway.countDown();
          awaitLatch(dead);
        };
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<HttpResponse<String>>> requests;
      try {
        Future<HttpResponse<String>> put =
            clients.submit(() -> victim.halfway(PUT, "", bytes, stop));
        Future<HttpResponse<String>> one =
            clients.submit(() -> victim.part(PART, part, bytes, stop));
        awaitLatch(halfway);
        Path parts = at(PART).resolveSibling(".s3-upload-" + part);
        await("no bytes of the object arrive", () -> hasBytes(at(PUT).getParent()));
        await("no bytes of the part arrive", () -> hasBytes(parts));
        Future<HttpResponse<String>> completion =
            clients.submit(() -> victim.askOnce("POST", WHOLE, "uploadId=" + whole, list));
        await("no completion has begun", () -> hasBytes(at(WHOLE).getParent()));
        site.process(DoorSite.DOOR).freeze(); // nothing goes on while the test looks
        assertTrue(hasBytes(at(WHOLE).getParent()), "the completion is over already");
        assertFalse(Files.exists(at(WHOLE)), "the completion is over already");
        requests = List.of(put, one, completion);
      } finally {
        site.process(DoorSite.DOOR).kill();
        dead.countDown();
      }
      for (Future<HttpResponse<String>> request : requests) {
        ExecutionException lost = assertThrows(ExecutionException.class, request::get);
        assertInstanceOf(IOException.class, lost.getCause());
      }
    }
  }

  private static void assertNothingVisible(String part) throws Exception {
    for (String path : List.of(PUT, PART, WHOLE)) {
      assertFalse(Files.exists(at(path)), path);
      assertEquals(404, other.askOnce("GET", path, "", NOTHING).statusCode(), path);
    }
    HttpResponse<String> objects = other.askOnce("GET", "/testvo", "list-type=2", NOTHING);
    assertEquals(200, objects.statusCode(), objects.body());
    assertFalse(objects.body().contains("object</Key>"), objects.body());
    HttpResponse<String> parts = other.askOnce("GET", PART, "uploadId=" + part, NOTHING);
    assertEquals(200, parts.statusCode(), parts.body());
    assertFalse(parts.body().contains("<Part>"), parts.body());
  }

  /** No lease stands in its way: each attempt at a part has a name of its own. */
  private static void repeatPart(String id, String tag) throws Exception {
    String query = "partNumber=1&uploadId=" + id;
    HttpResponse<String> again = other.askOnce("PUT", PART, query, bytes);
    assertEquals(200, again.statusCode(), again.body());
    assertEquals(tag, again.headers().firstValue("ETag").orElse(""));
    assertEquals(Outcome.DONE, other.complete(PART, id, List.of(tag)));
    byte[] md5 = HexFormat.of().parseHex(md5(bytes));
    assertObject(PART, "\"" + md5(md5) + "-1\"", 1);
  }

  private static HttpResponse<String> repeated(Callable<HttpResponse<String>> request)
      throws Exception {
    HttpResponse<String> answer = request.call();
    assertEquals(200, answer.statusCode(), answer.body());
    return answer;
  }

  private static void assertObject(String path, String tag, int times) throws Exception {
    HttpResponse<String> head = other.askOnce("HEAD", path, "", NOTHING);
    assertEquals(200, head.statusCode());
    assertEquals(tag, head.headers().firstValue("ETag").orElse(""));
    assertEquals((long) times * BYTES, Files.size(at(path)));
    try (InputStream file = Files.newInputStream(at(path))) {
      for (int time = 0; time < times; time++) {
        assertArrayEquals(bytes, file.readNBytes(BYTES), path);
      }
    }
  }

  /** No client asks for the name of the part again, so the upload ends by its lease. */
  private static void awaitSwept() throws Exception {
    await(
        "an upload of the dead door is not swept",
        TurlUse.LEASE.plus(PATIENCE),
        () -> hidden(site.files()).isEmpty());
    HttpResponse<String> uploads = other.askOnce("GET", "/testvo", "uploads=", NOTHING);
    assertEquals(200, uploads.statusCode(), uploads.body());
    assertFalse(uploads.body().contains("<Upload>"), uploads.body());
  }

  private static Path at(String path) {
    return site.home().resolve("data" + path);
  }

  private static boolean hasBytes(Path directory) {
    return hidden(directory).stream()
        .anyMatch(
            file ->
                file.getParent().equals(directory)
                    && file.getFileName().toString().startsWith(".bora-put-")
                    && file.toFile().length() > 0);
  }

  /** Whatever uploads have below that directory, one level of theirs included. */
  private static List<Path> hidden(Path directory) {
    String[] names = directory.toFile().list();
    return Stream.of(names == null ? new String[0] : names)
        .map(directory::resolve)
        .flatMap(path -> isHidden(path) ? Stream.of(path) : hidden(path).stream())
        .toList();
  }

  private static boolean isHidden(Path path) {
    String name = path.getFileName().toString();
    return name.startsWith(".bora-put-") || name.startsWith(".s3-upload-");
  }

  private static String xml(String text) {
    return text.replace("\"", "&quot;");
  }

  private static String md5OfParts() throws Exception {
    MessageDigest all = MessageDigest.getInstance("MD5");
    for (int part = 0; part < PARTS; part++) {
      all.update(HexFormat.of().parseHex(md5(bytes)));
    }
    return HexFormat.of().formatHex(all.digest());
  }

  private static String md5(byte[] of) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(of));
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertTrue(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static void await(String otherwise, BooleanSupplier holds) {
    await(otherwise, PATIENCE, holds);
  }

  private static void await(String otherwise, Duration most, BooleanSupplier holds) {
    long end = System.nanoTime() + most.toNanos();
    while (!holds.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, otherwise);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
  }
}
