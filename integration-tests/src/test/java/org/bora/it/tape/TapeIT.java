package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.launcher.home.FirstConfiguration;
import org.bora.launcher.home.FirstConfiguration.Kind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Files between disk and tape as users see them, with the real clients on what {@code ./bora up
 * --tape} starts. Each test has files of its own; the buffer, 20 MiB of which 12 may be used, is
 * everybody's.
 */
class TapeIT {
  private static final String D1T1 = "/testvo-d1t1/";
  private static final String D0T1 = "/testvo-d0t1/";
  private static final int SIZE = 5_000_017;

  /** Slow enough that a backend can be killed while a file comes back. */
  private static final String READ_RATE = "2MB";

  private static Site site;
  private static TapeUser user;
  private static Path source;

  @BeforeAll
  static void up() throws IOException {
    String slow = "volume-size: 256MiB, read-rate: " + READ_RATE;
    String configuration = FirstConfiguration.text(Kind.TAPE).replace("volume-size: 256MiB", slow);
    assertTrue(configuration.contains(slow), configuration);
    site = Site.upWithTape("tape", configuration);
    user = TapeUser.of(site);
    source = site.home().resolve("source");
    byte[] bytes = new byte[SIZE];
    new Random(SIZE).nextBytes(bytes);
    Files.write(source, bytes);
  }

  @AfterAll
  static void down() throws IOException {
    site.close();
  }

  @Test
  void aFileOfD1t1IsOnDiskAndOnTape() throws IOException {
    user.put(source, D1T1 + "both");
    user.awaitOnTape(D1T1 + "both");
    assertEquals("ONLINE_AND_NEARLINE", user.status(D1T1 + "both"));
    user.assertComesOut(source, D1T1 + "both");
    user.gfal("gfal-rm", user.surl(D1T1 + "both")).succeeded();
  }

  @Test
  void filesLeaveTheBufferAndComeBackForEveryClient() throws IOException {
    List<String> files = released("walk");

    String first = files.getFirst();
    Path stub = physical(first);
    assertEquals(SIZE, Files.size(stub), "the size stays that of the file");
    assertEquals("---------", PosixFilePermissions.toString(Files.getPosixFilePermissions(stub)));
    assertTrue(
        user.run("stat", "-c", "%b", stub.toString()).output().strip().length() < 3,
        "it takes no room");

    String token = user.bringOnline(first);
    assertEquals("ONLINE_AND_NEARLINE", user.status(first));
    user.assertComesOut(source, first);
    String[] evict =
        token.isEmpty()
            ? new String[] {"gfal-evict", user.surl(first)}
            : new String[] {"gfal-evict", user.surl(first), token};
    user.gfal(evict).succeeded();

    arcStagesByItself(files.get(1));
    theTurlServesPlainGridFtp(first);
    remove(files);
  }

  /** ARC sees NEARLINE in srmLs and calls srmBringOnline before it reads. */
  private static void arcStagesByItself(String path) throws IOException {
    String listed = user.run("arcls", "-L", user.surl(path)).succeeded().output();
    assertTrue(listed.contains("NEARLINE"), listed);
    Path copy = site.home().resolve("arc-copy");
    user.run("arccp", user.surl(path), copy.toString()).succeeded();
    TapeUser.assertSame(source, copy);
  }

  private static void theTurlServesPlainGridFtp(String path) throws IOException {
    String turl =
        user.gfal("gfal-xattr", user.surl(path), "user.replicas").succeeded().output().strip();
    Path copy = site.home().resolve("globus-copy");
    user.run("globus-url-copy", turl, "file://" + copy).succeeded();
    TapeUser.assertSame(source, copy);
  }

  @Test
  void aRecallOutlivesTheBackendThatBeganIt() throws IOException {
    List<String> files = released("killed");
    String path = files.getFirst();
    String queued = user.gfal("gfal-bringonline", user.surl(path)).output();
    assertTrue(queued.contains("QUEUED"), queued);
    TapeUser.await("bytes arrive beside the stub", () -> !hidden(".bora-recall-").isEmpty());

    site.kill();
    assertEquals(1, hidden(".bora-recall-").size(), "it was killed while bytes came");
    site.start();

    TapeUser.await("it is back", () -> user.status(path).equals("ONLINE_AND_NEARLINE"));
    user.assertComesOut(source, path);
    assertEquals(List.of(), hidden(".bora-recall-"), "nothing is left behind");
    remove(files);
  }

  @Test
  void aLostDatabaseLosesNoFile() throws IOException {
    List<String> files = released("lost");
    String path = files.getFirst();
    site.bora("down", "--home", site.home().toString()).succeeded();
    new Shell(site.home(), Map.of())
        .run(Duration.ofMinutes(1), "rm", "-rf", site.home().resolve("database").toString())
        .succeeded();
    site.start();

    String dry = rebuild("--dry-run");
    assertTrue(dry.contains("area testvo-d0t1: " + files.size() + " files"), dry);
    assertTrue(dry.contains(files.size() + " would be entered"), dry);
    String done = rebuild();
    assertTrue(done.contains(files.size() + " entered"), done);
    assertTrue(rebuild().contains("0 entered, 0 corrected"), "once is enough");

    assertEquals("NEARLINE", user.status(path));
    user.bringOnline(path);
    user.assertComesOut(source, path);
    remove(files);
  }

  private static String rebuild(String... options) {
    String[] words = new String[options.length + 3];
    words[0] = "rebuild";
    words[1] = "--home";
    words[2] = site.home().toString();
    System.arraycopy(options, 0, words, 3, options.length);
    return site.bora(words).succeeded().output();
  }

  /** Files that only Bora should see. */
  private static List<Path> hidden(String prefix) {
    try (Stream<Path> all = Files.list(site.home().resolve("data" + D0T1))) {
      return all.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Three files pass the high mark: the first of them to be written leaves, and waits on tape. */
  private static List<String> released(String name) {
    List<String> files = IntStream.range(0, 3).mapToObj(i -> D0T1 + name + "-" + i).toList();
    files.forEach(file -> user.put(source, file));
    files.forEach(user::awaitOnTape);
    TapeUser.await(
        "two of " + files + " leave the buffer",
        () ->
            user.status(files.get(0)).equals("NEARLINE")
                && user.status(files.get(1)).equals("NEARLINE"));
    return files;
  }

  private static void remove(List<String> files) {
    files.forEach(file -> user.gfal("gfal-rm", user.surl(file)).succeeded());
  }

  private static Path physical(String path) {
    return site.home().resolve("data" + path);
  }
}
