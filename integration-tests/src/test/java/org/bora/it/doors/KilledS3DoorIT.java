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
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.api.turl.TurlUse;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.doors.Door.Outcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * {@code kill -9} of an S3 door of a split site: in the middle of a PutObject, an UploadPart and a
 * CompleteMultipartUpload, and at each step of a multipart upload. The client repeats once what it
 * has asked, at the other door. In the end nothing is left of what was killed, and the quota counts
 * what is there.
 */
@ExtendWith(MariaDb.class)
@Timeout(240)
class KilledS3DoorIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Until what was killed has gone: its lease, and then the age of its empty directory. */
  private static final Duration GONE = TurlUse.LEASE.plus(PATIENCE.multipliedBy(3));

  private static final int BYTES = 24 << 20;
  private static final int SMALL = 100_000;
  private static final int PARTS = 8;
  private static final byte[] NOTHING = new byte[0];
  private static final String PUT = "/testvo/put/object";
  private static final String PART = "/testvo/part/object";
  private static final String WHOLE = "/testvo/whole/object";

  private static S3DoorSite site;
  private static byte[] bytes;

  @BeforeAll
  static void up(Schemas schemas) throws Exception {
    site = S3DoorSite.up(schemas.empty());
    bytes = new byte[BYTES];
    new Random(22).nextBytes(bytes);
  }

  /** All tests wait for the leases of what they have killed at once. */
  @AfterAll
  static void nothingIsLeftAndTheQuotaCountsWhatIsThere() throws Exception {
    try (S3DoorSite _ = site) {
      await("something is left", GONE, () -> site.hidden().isEmpty());
      String uploads = site.uploads("uploads=");
      assertFalse(uploads.contains("<Upload>"), uploads);
      await("the quota does not count what is there", PATIENCE, KilledS3DoorIT::isCounted);
    }
  }

  private static boolean isCounted() throws Exception {
    List<List<Long>> used = site.used();
    return used.getFirst().equals(used.getLast());
  }

  @Test
  void aStepThatItsDoorHasNotHeardOfIsTakenAgainAtAnother() throws Exception {
    byte[] part = Arrays.copyOf(bytes, SMALL);
    KilledSteps steps = new KilledSteps(site, part, tag(part));
    for (MultipartStep step : MultipartStep.all()) {
      steps.play(step);
    }
  }

  @Test
  void whatAKilledDoorLeftUndoneIsDoneByAnother() throws Exception {
    S3Door other = site.other();
    String whole = other.create(WHOLE);
    String part = other.create(PART);
    String tag = tag(bytes);
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
  }

  /** Kills the door while all three requests are under way. */
  private static void killAmidst(String part, String whole, byte[] list) throws Exception {
    S3Door victim = site.victim();
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
        Path parts = site.at(PART).resolveSibling(".s3-upload-" + part);
        await("no bytes of the object arrive", () -> hasBytes(site.at(PUT).getParent()));
        await("no bytes of the part arrive", () -> hasBytes(parts));
        Future<HttpResponse<String>> completion =
            clients.submit(() -> victim.askOnce("POST", WHOLE, "uploadId=" + whole, list));
        await("no completion has begun", () -> hasBytes(site.at(WHOLE).getParent()));
        site.freeze();
        assertTrue(hasBytes(site.at(WHOLE).getParent()), "the completion is over already");
        assertFalse(Files.exists(site.at(WHOLE)), "the completion is over already");
        requests = List.of(put, one, completion);
      } finally {
        site.kill();
        dead.countDown();
      }
      for (Future<HttpResponse<String>> request : requests) {
        ExecutionException lost = assertThrows(ExecutionException.class, request::get);
        assertInstanceOf(IOException.class, lost.getCause());
      }
    } finally {
      site.restart();
    }
  }

  private static void assertNothingVisible(String part) throws Exception {
    S3Door other = site.other();
    for (String path : List.of(PUT, PART, WHOLE)) {
      assertFalse(Files.exists(site.at(path)), path);
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
    HttpResponse<String> again = site.other().askOnce("PUT", PART, query, bytes);
    assertEquals(200, again.statusCode(), again.body());
    assertEquals(tag, again.headers().firstValue("ETag").orElse(""));
    assertEquals(Outcome.DONE, site.other().complete(PART, id, List.of(tag)));
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
    HttpResponse<String> head = site.other().askOnce("HEAD", path, "", NOTHING);
    assertEquals(200, head.statusCode());
    assertEquals(tag, head.headers().firstValue("ETag").orElse(""));
    assertEquals((long) times * BYTES, Files.size(site.at(path)));
    try (InputStream file = Files.newInputStream(site.at(path))) {
      for (int time = 0; time < times; time++) {
        assertArrayEquals(bytes, file.readNBytes(BYTES), path);
      }
    }
  }

  private static boolean hasBytes(Path directory) {
    return S3DoorSite.names(directory)
        .filter(name -> name.startsWith(".bora-put-"))
        .anyMatch(name -> directory.resolve(name).toFile().length() > 0);
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

  private static String tag(byte[] of) throws Exception {
    return "\"" + md5(of) + "\"";
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

  private static void await(String otherwise, Callable<Boolean> holds) throws Exception {
    await(otherwise, PATIENCE, holds);
  }

  private static void await(String otherwise, Duration most, Callable<Boolean> holds)
      throws Exception {
    long end = System.nanoTime() + most.toNanos();
    while (!holds.call()) {
      assertTrue(System.nanoTime() < end, otherwise);
      LockSupport.parkNanos(most.toNanos() / 10_000);
    }
  }
}
