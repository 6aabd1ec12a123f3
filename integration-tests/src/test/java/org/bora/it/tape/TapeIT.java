package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.bora.it.doors.S3Door;
import org.bora.it.site.Await;
import org.bora.it.site.Site;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Files between disk and tape as users see them, with the real clients on what {@code ./bora up
 * --tape} starts. Four files of 2.5 MB are on tape when a fifth takes the buffer over its high mark
 * and all of them have to leave. Each test has a file of its own.
 */
class TapeIT {
  private static final String D1T1 = "/testvo-d1t1/both";
  private static final String D0T1 = "/testvo-d0t1/";
  private static final String REMOVED = "/testvo-d1t1/removed";
  private static final String BUCKET = "/testvo-d0t1";
  private static final String RECALLED = D0T1 + "s3-restored";
  private static final String ON_TAPE = D0T1 + "s3-stays";
  private static final String MADE_OF_PARTS = D0T1 + "s3-of-parts";
  private static final String RESTORED = "ongoing-request=\"false\"";
  private static final byte[] NOTHING = new byte[0];
  private static final Pattern PIN = Pattern.compile(" until (\\S+) by ");
  private static final String TEXT = "put over S3";
  private static final String MD5 = "\"e2a0f1edee0764fdef37824773d3b21b\"";
  private static final Pattern COPY =
      Pattern.compile("(?m)^(to be removed|held) +(\\S{36})  testvo-d1t1 removed, ");

  private static final int SIZE = 2_500_017;
  private static final int FILES = 4;
  private static final int LARGE = 9_000_000;

  private static Site site;
  private static TapeUser user;
  private static Path source;
  private static HttpResponse<String> completed;

  @BeforeAll
  static void up() throws Exception {
    site = Site.upWithTape("tape");
    user = TapeUser.of(site);
    source = random("source", SIZE);
    user.put(source, D1T1);
    byte[] text = TEXT.getBytes(StandardCharsets.UTF_8);
    for (String path : List.of(RECALLED, ON_TAPE)) {
      assertAnswer(200, "", s3("PUT", path, "", text, "x-amz-meta-kind", "small"));
    }
    S3Door door = new S3Door(site.environment());
    String upload = door.create(MADE_OF_PARTS);
    String part = door.part(MADE_OF_PARTS, upload, 1, text).orElseThrow();
    IntStream.range(0, FILES).forEach(i -> user.put(source, file(i)));
    user.awaitOnTape(file(FILES - 1));
    user.put(random("large", LARGE), D0T1 + "large");
    IntStream.range(0, FILES).forEach(i -> user.awaitNearline(file(i)));
    user.awaitStub(RECALLED);
    user.awaitStub(ON_TAPE);
    completed = s3("POST", MADE_OF_PARTS, "uploadId=" + upload, S3Door.listed(List.of(part)));
  }

  private static Path random(String name, int size) throws IOException {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return Files.write(site.home().resolve(name), bytes);
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  @Test
  void aFileOfD1t1IsOnDiskAndOnTape() throws IOException {
    user.awaitOnTape(D1T1);
    assertEquals("ONLINE_AND_NEARLINE", user.status(D1T1));
    user.assertComesOut(source, D1T1);
  }

  @Test
  void whatHasLeftTheDiskLooksLikeTheFileAndCannotBeRead() throws IOException {
    Path stub = user.data().resolve(file(0).substring(1));
    assertEquals(SIZE, Files.size(stub), "the size stays that of the file");
    assertEquals("---------", PosixFilePermissions.toString(Files.getPosixFilePermissions(stub)));
    String blocks = user.run("stat", "-c", "%b", stub.toString()).succeeded().output().strip();
    assertTrue(Integer.parseInt(blocks) <= 8, "512 byte blocks taken: " + blocks);
  }

  @Test
  void gfalBringsAFileBackReadsItAndLetsItGo() throws IOException {
    String path = file(1);
    String token = user.bringOnline(path);
    assertEquals("ONLINE_AND_NEARLINE", user.status(path));
    user.assertComesOut(source, path);
    user.gfal("gfal-evict", user.surl(path), token).succeeded();
  }

  @Test
  void arcStagesByItself() throws IOException {
    String path = file(2);
    String listed = user.run("arcls", "-l", user.surl(path)).succeeded().output();
    assertTrue(listed.contains("NEARLINE"), listed);
    Path copy = site.home().resolve("arc-copy");
    user.run("arccp", user.surl(path), copy.toString()).succeeded();
    TapeUser.assertSame(source, copy);
  }

  @Test
  void s3TellsWhatIsOnTapeAloneAndDoesNotReadIt() throws Exception {
    HttpResponse<String> head = s3("HEAD", ON_TAPE, "", NOTHING);
    assertEquals(200, head.statusCode());
    assertEquals("GLACIER", header(head, "x-amz-storage-class"));
    assertEquals("", header(head, "x-amz-restore"));
    assertEquals("small", header(head, "x-amz-meta-kind"));
    assertEquals("" + TEXT.length(), header(head, "content-length"));
    assertEquals(MD5, header(head, "etag"));
    assertEquals(304, s3("HEAD", ON_TAPE, "", NOTHING, "If-None-Match", MD5).statusCode());
    assertEquals(412, s3("HEAD", ON_TAPE, "", NOTHING, "If-Match", "\"0\"").statusCode());

    assertAnswer(403, "InvalidObjectState", s3("GET", ON_TAPE, "", NOTHING));
    String source = "x-amz-copy-source";
    assertAnswer(
        403, "InvalidObjectState", s3("PUT", D0T1 + "copied", "", NOTHING, source, ON_TAPE));
    String glacier = "<StorageClass>GLACIER</StorageClass>";
    assertAnswer(200, glacier, s3("GET", BUCKET, "prefix=s3-stays", NOTHING));
    String[] wanted = {"x-amz-object-attributes", "StorageClass"};
    assertAnswer(200, glacier, s3("GET", ON_TAPE, "attributes=", NOTHING, wanted));
  }

  @Test
  void s3RestoresAFileForSomeDays() throws Exception {
    for (String wrong : List.of("0", "-1", "many", "")) {
      assertAnswer(400, "MalformedXML", restore(RECALLED, wrong));
    }
    assertAnswer(202, "", restore(RECALLED, "2"));
    Await.until(
        "the file is back",
        () -> header(s3("HEAD", RECALLED, "", NOTHING), "x-amz-restore").equals(RESTORED));
    HttpResponse<String> got = s3("GET", RECALLED, "", NOTHING);
    assertAnswer(200, TEXT, got);
    assertEquals("GLACIER", header(got, "x-amz-storage-class"));
    assertEquals(RESTORED, header(got, "x-amz-restore"));
    Await.until("the pin begins", () -> pins(RECALLED).equals(List.of(2L)));

    assertAnswer(200, "", restore(RECALLED, "30"));
    assertEquals(List.of(2L, 21L), pins(RECALLED), "requests.pin-maximum is 21 days");
    assertAnswer(200, "", restore(RECALLED, "" + Integer.MAX_VALUE));
    assertEquals(List.of(2L, 21L, 21L), pins(RECALLED));
  }

  @Test
  void s3CompletesAnUploadThatWasThereWhileTheBufferEmptied() throws Exception {
    assertAnswer(200, "<ETag>", completed);
    Await.until(
        "the object is on tape",
        () ->
            header(s3("HEAD", MADE_OF_PARTS, "", NOTHING), "x-amz-storage-class")
                .equals("GLACIER"));
    HttpResponse<String> head = s3("HEAD", MADE_OF_PARTS, "", NOTHING);
    assertEquals("" + TEXT.length(), header(head, "content-length"));
  }

  @Test
  void s3RestoresNothingThatIsNotOnTape() throws Exception {
    assertAnswer(200, "", s3("PUT", "/testvo/on-disk", "", NOTHING));
    assertAnswer(403, "InvalidObjectState", restore("/testvo/on-disk", "1"));
    assertEquals(
        "STANDARD", header(s3("HEAD", "/testvo/on-disk", "", NOTHING), "x-amz-storage-class"));
    assertAnswer(404, "NoSuchKey", restore(D0T1 + "none", "1"));
  }

  private static HttpResponse<String> restore(String path, String days) throws Exception {
    String wish =
        "<RestoreRequest xmlns='http://s3.amazonaws.com/doc/2006-03-01/'><Days>"
            + days
            + "</Days><GlacierJobParameters><Tier>Bulk</Tier></GlacierJobParameters>"
            + "</RestoreRequest>";
    return s3("POST", path, "restore=", wish.getBytes(StandardCharsets.UTF_8));
  }

  /** Days for which the file is pinned still, in ascending order. */
  private static List<Long> pins(String path) throws IOException {
    String home = site.home().toString();
    String told = site.bora("surl", "--home", home, user.surl(path)).succeeded().output();
    return PIN.matcher(told)
        .results()
        .map(pin -> Duration.between(Instant.now(), Instant.parse(pin.group(1))))
        .map(left -> Math.round(left.toMinutes() / (double) Duration.ofDays(1).toMinutes()))
        .sorted()
        .toList();
  }

  /** As the try user; the key is another one when the database is lost. */
  private static HttpResponse<String> s3(
      String method, String path, String query, byte[] body, String... headers) throws Exception {
    return new S3Door(site.environment()).ask(method, path, query, body, headers);
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  private static void assertAnswer(int status, String text, HttpResponse<String> answer) {
    assertEquals(status, answer.statusCode(), answer.body());
    assertTrue(answer.body().contains(text), answer.body());
  }

  @Test
  void theCopyOfARemovedFileCanBeKept() throws IOException {
    user.put(source, REMOVED);
    user.awaitOnTape(REMOVED);
    user.gfal("gfal-rm", user.surl(REMOVED)).succeeded();

    Matcher listed = COPY.matcher(tape("copies"));
    assertTrue(listed.find(), () -> tape("copies"));
    assertEquals("to be removed", listed.group(1));
    String file = listed.group(2);
    assertTrue(tape("keep", file).startsWith("1 copy"));
    assertTrue(tape("copies").contains("held          " + file));
    assertTrue(tape("give-up", file).startsWith("1 copy"));
    assertTrue(tape("copies").contains("to be removed " + file));
  }

  private static String tape(String... words) {
    List<String> command = new ArrayList<>(List.of("tape", "--home", site.home().toString()));
    command.addAll(1, List.of(words));
    return site.bora(command.toArray(String[]::new)).succeeded().output();
  }

  @Test
  void aLostDatabaseLosesNoFile() throws IOException {
    String path = file(3);
    site.bora("down", "--home", site.home().toString()).succeeded();
    user.run("rm", "-rf", site.home().resolve("database").toString()).succeeded();
    site.start();

    String done = site.bora("rebuild", "--home", site.home().toString()).succeeded().output();
    int files = FILES + 4;
    int bytes = FILES * SIZE + LARGE + 3 * TEXT.length();
    String all = "%d files of %d bytes in 1 directories, %d".formatted(files, bytes, files);
    assertTrue(done.contains("area testvo-d0t1: " + all + " entered"), done);

    assertEquals("NEARLINE", user.status(path));
    user.bringOnline(path);
    user.assertComesOut(source, path);
  }

  private static String file(int number) {
    return D0T1 + "file-" + number;
  }
}
