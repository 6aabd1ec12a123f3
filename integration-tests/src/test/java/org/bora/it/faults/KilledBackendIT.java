package org.bora.it.faults;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.SplitSite;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of the processes of a site at the worst moments, seen from the wire. */
@ExtendWith(MariaDb.class)
class KilledBackendIT {

  /** Large enough that a checksum takes longer than a kill needs. */
  private static final int BIG = 256 << 20;

  private static final long HUGE = 16L << 30;

  private static SplitSite site;

  @BeforeAll
  static void up(Schemas schemas) throws IOException {
    site = SplitSite.up(schemas.empty());
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  @Test
  void aPutOutlivesTheBackendThatPreparedIt() throws Exception {
    SrmClient.Answer put = call("srmPrepareToPut", target("between"));
    assertEquals("SRM_SUCCESS", put.code(), put.body());
    byte[] bytes = bytes(100_000);
    Files.write(physical(put), bytes);

    site.killBackend();
    site.startBackend();

    SrmClient.Answer done = retrying("srmPutDone", done(put, "between"));
    assertEquals("SRM_SUCCESS", done.fileCode(), done.body());
    assertArrayEquals(bytes, Files.readAllBytes(site.files().resolve("between")));
  }

  @Test
  void aBackendKilledInPutDoneLeavesTheFileWholeOrNotAtAllAndTheNameUsable() throws Exception {
    byte[] bytes = bytes(BIG);
    for (int round = 0; round < 6; round++) {
      String name = "during-" + round;
      SrmClient.Answer put = call("srmPrepareToPut", target(name));
      assertEquals("SRM_SUCCESS", put.code(), put.body());
      Files.write(physical(put), bytes);

      CompletableFuture<String> done =
          CompletableFuture.supplyAsync(() -> codeOrLost("srmPutDone", done(put, name)));
      waitAtLeast(40L * round);
      site.killBackend();
      String before = done.get(2, TimeUnit.MINUTES);
      Path file = site.files().resolve(name);
      if (Files.exists(file)) {
        assertEquals(BIG, Files.size(file), "published, so whole");
      }
      site.startBackend();

      SrmClient.Answer again = retrying("srmPutDone", done(put, name));
      String expected =
          before.equals("SRM_SUCCESS") ? "SRM_DUPLICATION_ERROR" : "SRM_SUCCESS or done before";
      assertTrue(
          again.fileCode().equals("SRM_SUCCESS")
              || again.fileCode().equals("SRM_DUPLICATION_ERROR"),
          () -> expected + ", not " + again.body());
      assertEquals(-1, mismatch(bytes, file), "the bytes are the ones sent");

      SrmClient.Answer rm = call("srmRm", surls(name));
      assertEquals("SRM_SUCCESS", rm.fileCode(), rm.body());
      SrmClient.Answer reused = call("srmPrepareToPut", target(name));
      assertEquals("SRM_SPACE_AVAILABLE", reused.fileCode(), reused.body());
      call("srmAbortRequest", token(reused));
    }
    try (Stream<Path> left = Files.list(site.files())) {
      assertFalse(
          left.anyMatch(path -> path.getFileName().toString().startsWith(".bora-")),
          "no hidden file is left");
    }
  }

  @Test
  void withoutABackendTheFrontendAnswersInTheProtocol() throws Exception {
    site.killBackend();
    try (SrmClient client = alice()) {
      assertEquals("v2.2", client.call("srmPing", "").element("versionInfo"));
      assertEquals("SRM_INTERNAL_ERROR", client.call("srmLs", surls("")).code());
    } finally {
      site.startBackend();
    }
    assertEquals("SRM_SUCCESS", retrying("srmLs", surls("")).code());
  }

  @Test
  void aKilledFrontendLosesNothing() throws Exception {
    SrmClient.Answer put = call("srmPrepareToPut", target("front"));
    Files.write(physical(put), bytes(1000));
    site.killFrontend();
    site.startFrontend();
    assertEquals("SRM_SUCCESS", call("srmPutDone", done(put, "front")).fileCode());
  }

  @Test
  void aGridFtpServerKilledInATransferLeavesThePutToBeDoneAgain(@TempDir Path directory)
      throws Exception {
    // takes seconds: of the small one all had arrived, once in a while, before the server was gone
    Path huge = directory.resolve("huge");
    try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw")) {
      sparse.setLength(HUGE);
    }
    byte[] bytes = bytes(BIG);
    Path source = Files.write(directory.resolve("source"), bytes);
    SrmClient.Answer put = call("srmPrepareToPut", target("transfer"));
    String turl = put.element("transferURL");
    Process transfer =
        site.shell()
            .start(
                directory.resolve("transfer.out").toFile(),
                "globus-url-copy",
                "file://" + huge,
                turl);
    awaitBytes(physical(put), transfer);
    site.killGridFtp();
    assertTrue(transfer.waitFor(2, TimeUnit.MINUTES));
    assertTrue(transfer.exitValue() != 0, "the client is told");
    assertTrue(Files.size(physical(put)) < HUGE, "a part was written");
    assertFalse(Files.exists(site.files().resolve("transfer")), "nobody reads half a file");

    site.startGridFtp();
    site.shell()
        .run(Duration.ofMinutes(2), "globus-url-copy", "file://" + source, turl)
        .succeeded();
    assertEquals("SRM_SUCCESS", retrying("srmPutDone", done(put, "transfer")).fileCode());
    assertEquals(-1, mismatch(bytes, site.files().resolve("transfer")));
  }

  private static void awaitBytes(Path upload, Process transfer) throws Exception {
    long end = System.nanoTime() + 60_000_000_000L;
    while (Files.size(upload) == 0) {
      assertTrue(transfer.isAlive() && System.nanoTime() < end, "nothing is transferred");
      waitAtLeast(1);
    }
  }

  /** As a client would: an SRM_INTERNAL_ERROR is asked again, for a while. */
  private static SrmClient.Answer retrying(String operation, String fields) throws Exception {
    long deadline = System.nanoTime() + 30_000_000_000L;
    SrmClient.Answer answer = call(operation, fields);
    while (answer.code().equals("SRM_INTERNAL_ERROR") && System.nanoTime() < deadline) {
      waitAtLeast(100);
      answer = call(operation, fields);
    }
    return answer;
  }

  private static String codeOrLost(String operation, String fields) {
    try {
      return call(operation, fields).code();
    } catch (Exception e) {
      return "lost";
    }
  }

  private static void waitAtLeast(long millis) {
    long until = System.nanoTime() + millis * 1_000_000;
    for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static long mismatch(byte[] bytes, Path file) throws IOException {
    byte[] there = Files.readAllBytes(file);
    return java.util.Arrays.mismatch(bytes, there);
  }

  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private static SrmClient.Answer call(String operation, String fields) throws Exception {
    try (SrmClient client = alice()) {
      return client.call(operation, fields);
    }
  }

  private static SrmClient alice() throws Exception {
    return new SrmClient("localhost", site.port(), site.proxy("alice-voms"));
  }

  private static Path physical(SrmClient.Answer put) {
    String turl = put.element("transferURL");
    List<String> parts = List.of(turl.split("/", 4));
    return Path.of("/" + parts.get(3).replaceFirst("^/+", ""));
  }

  private static String target(String name) {
    return "<arrayOfFileRequests><requestArray><targetSURL>"
        + surl(name)
        + "</targetSURL></requestArray></arrayOfFileRequests>";
  }

  private static String done(SrmClient.Answer put, String name) {
    return token(put) + surls(name);
  }

  private static String token(SrmClient.Answer put) {
    return "<requestToken>" + put.element("requestToken") + "</requestToken>";
  }

  private static String surls(String name) {
    return "<arrayOfSURLs><urlArray>" + surl(name) + "</urlArray></arrayOfSURLs>";
  }

  private static String surl(String name) {
    return "srm://" + site.endpoint() + "/testvo/" + name;
  }
}
