package org.bora.it.copy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** srmCopy between two services on one machine, as a user of both sees it. */
class CopyBetweenSitesIT {
  private static final int SIZE = 3_000_017;

  private static Site here;
  private static Site there;

  @BeforeAll
  static void up() throws IOException {
    here = Site.up("here");
    there = Site.beside(here, "there");
  }

  @AfterAll
  static void down() throws IOException {
    there.close();
    here.close();
  }

  @Test
  void aFileIsPulledFromTheOtherService() throws Exception {
    byte[] bytes = file(there, "pull");
    SrmClient.Answer done = alice().copy(surl(there, "pull"), surl(here, "pulled"));
    assertEquals("SRM_SUCCESS", done.code(), done.body());
    assertEquals("SRM_SUCCESS", done.fileCode(), done.body());
    assertEquals(Integer.toString(SIZE), done.element("fileSize"));
    assertArrayEquals(bytes, Files.readAllBytes(path(here, "pulled")));
    awaitAuditLine(
        here,
        "\"event\":\"copy\"",
        "CN=Alice Test",
        "\"to\":\"" + surl(here, "pulled") + "\",\"outcome\":\"done\"",
        "\"bytes\":" + SIZE);
  }

  @Test
  void aFileIsPushedToTheOtherService() throws Exception {
    byte[] bytes = file(here, "push");
    SrmClient.Answer done = alice().copy(surl(here, "push"), surl(there, "pushed"));
    assertEquals("SRM_SUCCESS", done.fileCode(), done.body());
    assertArrayEquals(bytes, Files.readAllBytes(path(there, "pushed")));
  }

  @Test
  void theLongFormOfASurlWillDo() throws Exception {
    byte[] bytes = file(there, "long");
    String source =
        "srm://localhost:" + there.port() + "/srm/managerv2?SFN=" + there.root() + "/long";
    SrmClient.Answer done = alice().copy(source, surl(here, "longed"));
    assertEquals("SRM_SUCCESS", done.fileCode(), done.body());
    assertArrayEquals(bytes, Files.readAllBytes(path(here, "longed")));
  }

  @Test
  void aFileIsCopiedWithinTheService() throws Exception {
    byte[] bytes = file(here, "within");
    SrmClient.Answer done = alice().copy(surl(here, "within"), surl(here, "within-copy"));
    assertEquals("SRM_SUCCESS", done.fileCode(), done.body());
    assertArrayEquals(bytes, Files.readAllBytes(path(here, "within-copy")));
  }

  @Test
  void plainGridFtpUrlsAreSourcesAndTargets() throws Exception {
    byte[] bytes = file(there, "plain");
    String target = gsiftp(there, "plain-back");
    SrmClient.Answer in = alice().copy(gsiftp(there, "plain"), surl(here, "plain-in"));
    assertEquals("SRM_SUCCESS", in.fileCode(), in.body());
    assertArrayEquals(bytes, Files.readAllBytes(path(here, "plain-in")));
    SrmClient.Answer out = alice().copy(surl(here, "plain-in"), target);
    assertEquals("SRM_SUCCESS", out.fileCode(), out.body());
    assertArrayEquals(bytes, Files.readAllBytes(path(there, "plain-back")));
    SrmClient.Answer again = alice().copy(surl(here, "plain-in"), target);
    assertEquals("SRM_DUPLICATION_ERROR", again.fileCode(), again.body());
    String always = "<overwriteOption>ALWAYS</overwriteOption>";
    SrmClient.Answer over = alice().copy(surl(here, "plain-in"), target, always);
    assertEquals("SRM_SUCCESS", over.fileCode(), over.body());
  }

  @Test
  void whatIsMissingOrThereAlreadyIsToldAsByOtherRequests() throws Exception {
    file(here, "present");
    file(there, "present");
    assertEquals(
        "SRM_INVALID_PATH", alice().copy(surl(there, "missing"), surl(here, "never")).fileCode());
    assertEquals(
        "SRM_INVALID_PATH", alice().copy(surl(here, "missing"), surl(there, "never")).fileCode());
    assertEquals(
        "SRM_DUPLICATION_ERROR",
        alice().copy(surl(there, "present"), surl(here, "present")).fileCode());
    assertEquals(
        "SRM_DUPLICATION_ERROR",
        alice().copy(surl(here, "present"), surl(there, "present")).fileCode());
    assertFalse(Files.exists(path(here, "never")));
    assertFalse(Files.exists(path(there, "never")));
  }

  @Test
  void anAbortStopsTheCopyAndLeavesNothing() throws Exception {
    sparse(there, "large");
    SrmClient.Answer begun = alice().begin(surl(there, "large"), surl(here, "aborted"), "");
    assertEquals("SRM_REQUEST_INPROGRESS", begun.code(), begun.body());
    String token = begun.element("requestToken");
    awaitUpload(here);
    SrmClient.Answer other =
        new Copies(here.port(), here.proxy("bob-voms"))
            .call("srmAbortRequest", "<requestToken>" + token + "</requestToken>");
    assertEquals("SRM_AUTHORIZATION_FAILURE", other.code(), other.body());
    SrmClient.Answer abort =
        alice().call("srmAbortRequest", "<requestToken>" + token + "</requestToken>");
    assertEquals("SRM_SUCCESS", abort.code(), abort.body());
    SrmClient.Answer after = alice().status(token);
    assertEquals("SRM_ABORTED", after.fileCode(), after.body());
    awaitNoUpload(here);
    file(there, "small");
    SrmClient.Answer again = alice().copy(surl(there, "small"), surl(here, "aborted"));
    assertEquals("SRM_SUCCESS", again.fileCode(), "the name is free: " + again.body());
  }

  @Test
  void aPushThatIsAbortedLeavesNothingAtTheOtherService() throws Exception {
    sparse(here, "large-out");
    SrmClient.Answer begun = alice().begin(surl(here, "large-out"), surl(there, "aborted-out"), "");
    String token = begun.element("requestToken");
    awaitUpload(there);
    alice().call("srmAbortRequest", "<requestToken>" + token + "</requestToken>");
    awaitNoUpload(there);
    assertFalse(Files.exists(path(there, "aborted-out")));
    assertEquals("SRM_ABORTED", alice().status(token).fileCode());
  }

  @Test
  void withoutDelegationNothingIsCopied() throws Exception {
    SrmClient.Answer answer =
        alice().call("srmCopy", Copies.pair(surl(there, "x"), surl(here, "x"), ""));
    assertEquals("SRM_AUTHENTICATION_FAILURE", answer.code(), answer.body());
    assertTrue(answer.element("explanation").contains("delegate"), answer.body());
  }

  @Test
  void aCredentialThatIsOverEndsItsDelegation() {
    Duration over = Duration.ofSeconds(-5);
    assertThrows(
        IOException.class,
        () -> {
          try (SrmClient client =
              SrmClient.delegating("localhost", here.port(), here.proxy("alice-voms"), over)) {
            client.call("srmCopy", Copies.pair(surl(there, "x"), surl(here, "x"), ""));
          }
        });
  }

  @Test
  void aCopyBetweenTwoOthersIsNotOurs() throws Exception {
    SrmClient.Answer answer = alice().copy(surl(there, "a"), gsiftp(there, "b"));
    assertEquals("SRM_INVALID_PATH", answer.fileCode(), answer.body());
  }

  @Test
  void whoMayNotWriteThereIsRefusedThere() throws Exception {
    file(here, "for-bob");
    SrmClient.Answer answer =
        new Copies(here.port(), here.proxy("alice"))
            .copy(surl(here, "for-bob"), surl(there, "not-allowed"));
    assertEquals("SRM_AUTHORIZATION_FAILURE", answer.fileCode(), answer.body());
  }

  private static Copies alice() throws IOException {
    return new Copies(here.port(), here.proxy("alice-voms"));
  }

  private static String surl(Site site, String name) throws IOException {
    return "srm://localhost:" + site.port() + site.root() + "/" + name;
  }

  /** A file of a site as its GridFTP server has it. */
  private static String gsiftp(Site site, String name) throws IOException {
    String ports = Files.readString(site.home().resolve("ports"));
    var port = Pattern.compile("gridftp\\D+(\\d+)").matcher(ports);
    assertTrue(port.find(), ports);
    return "gsiftp://localhost:" + port.group(1) + path(site, name);
  }

  private static Path path(Site site, String name) {
    return site.home().resolve("data/testvo").resolve(name);
  }

  private static byte[] file(Site site, String name) throws IOException {
    byte[] bytes = new byte[SIZE];
    new Random(name.hashCode()).nextBytes(bytes);
    Files.write(path(site, name), bytes);
    return bytes;
  }

  /** Larger than anything is copied before it is aborted. */
  private static void sparse(Site site, String name) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path(site, name).toFile(), "rw")) {
      file.setLength(8L << 30);
    }
  }

  /** A client may hear of the end before it is told. */
  private static void awaitAuditLine(Site site, String... parts) throws IOException {
    Path log = site.home().resolve("log/audit-bora.log");
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (Files.readAllLines(log).stream()
        .noneMatch(line -> Stream.of(parts).allMatch(line::contains))) {
      assertTrue(System.nanoTime() < deadline, "no line with " + List.of(parts));
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static void awaitUpload(Site site) throws IOException {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (uploads(site).stream().noneMatch(path -> path.toFile().length() > 0)) {
      assertTrue(System.nanoTime() < deadline, "nothing arrives");
      LockSupport.parkNanos(5_000_000); // another process' doing
    }
  }

  private static void awaitNoUpload(Site site) throws IOException {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!uploads(site).isEmpty()) {
      assertTrue(System.nanoTime() < deadline, "left: " + uploads(site));
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static List<Path> uploads(Site site) throws IOException {
    try (Stream<Path> all = Files.list(site.home().resolve("data/testvo"))) {
      return all.filter(path -> path.getFileName().toString().startsWith(".bora-put-")).toList();
    }
  }
}
