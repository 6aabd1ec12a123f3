package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
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
  private static final Pattern COPY =
      Pattern.compile("(?m)^(to be removed|held) +(\\S{36})  testvo-d1t1 removed, ");

  private static final int SIZE = 2_500_017;
  private static final int FILES = 4;
  private static final int LARGE = 9_000_000;

  private static Site site;
  private static TapeUser user;
  private static Path source;

  @BeforeAll
  static void up() throws IOException {
    site = Site.upWithTape("tape");
    user = TapeUser.of(site);
    source = random("source", SIZE);
    user.put(source, D1T1);
    IntStream.range(0, FILES).forEach(i -> user.put(source, file(i)));
    user.awaitOnTape(file(FILES - 1));
    user.put(random("large", LARGE), D0T1 + "large");
    IntStream.range(0, FILES).forEach(i -> user.awaitNearline(file(i)));
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
    int bytes = FILES * SIZE + LARGE;
    String all = "%d files of %d bytes in 1 directories, %d".formatted(FILES + 1, bytes, FILES + 1);
    assertTrue(done.contains("area testvo-d0t1: " + all + " entered"), done);

    assertEquals("NEARLINE", user.status(path));
    user.bringOnline(path);
    user.assertComesOut(source, path);
  }

  private static String file(int number) {
    return D0T1 + "file-" + number;
  }
}
