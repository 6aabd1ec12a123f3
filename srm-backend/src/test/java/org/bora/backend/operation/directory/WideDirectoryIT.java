package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What srmLs of a directory takes, against the directory's width. */
class WideDirectoryIT {
  private static final int NARROW = 1_000;
  private static final int WIDE = 20_000;
  private static final int LIMIT = 500;

  /** Of a name that is passed over: the name. */
  private static final long BYTES_OF_A_NAME = 400;

  private static final DirectorySettings SETTINGS =
      new DirectorySettings(LIMIT, 3, 10, 0755, Duration.ofSeconds(1));
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir static Path dir;
  private static DirectoryFixture fixture;

  @BeforeAll
  static void makesTwoDirectories() throws IOException {
    fixture = new DirectoryFixture(dir, SETTINGS);
    fill("narrow", NARROW);
    fill("wide", WIDE);
    // classes are loaded and caches filled
    allocated(0, "narrow");
  }

  private static void fill(String name, int entries) throws IOException {
    Path directory = Files.createDirectory(fixture.root.resolve(name));
    for (int entry = 0; entry < entries; entry++) {
      Files.createFile(directory.resolve("a-file-with-a-usual-name-" + entry));
    }
  }

  @AfterAll
  static void closesTheAreas() {
    fixture.close();
  }

  @Test
  void tooManyResultsCostTheSameHoweverManyThereAre() {
    long narrow = allocated(0, "narrow");
    long wide = allocated(0, "wide");
    assertTrue(
        wide < narrow * 1.2,
        () -> wide + " bytes for a wide directory, " + narrow + " for a narrow");
  }

  @Test
  void aFarPageReadsNamesAndNoEntriesBeforeIt() {
    long first = allocated(0, "wide");
    long last = allocated(WIDE - LIMIT, "wide");
    long most = first + (WIDE - LIMIT) * BYTES_OF_A_NAME;
    assertTrue(last < most, () -> last + " bytes for the last page, " + first + " for the first");
  }

  @Test
  void allPagesTogetherAreTheDirectory() {
    Set<String> seen = new HashSet<>();
    for (int offset = 0; offset < WIDE; offset += LIMIT) {
      LsReply page = fixture.ls(1, offset, LIMIT, "/vo/wide");
      assertEquals(SrmStatus.SUCCESS, page.status().code());
      List<PathDetail> children = page.details().getFirst().children();
      assertEquals(LIMIT, children.size());
      children.forEach(child -> assertTrue(seen.add(child.path()), child.path()));
    }
    assertEquals(WIDE, seen.size());
  }

  /** What all threads allocate for one listing of as many entries as the server gives. */
  private static long allocated(int offset, String name) {
    long before = THREADS.getTotalThreadAllocatedBytes();
    LsReply reply = fixture.ls(1, offset, 0, "/vo/" + name);
    long bytes = THREADS.getTotalThreadAllocatedBytes() - before;
    assertEquals(LIMIT, reply.details().getFirst().children().size());
    assertEquals(
        offset + LIMIT < WIDE ? SrmStatus.TOO_MANY_RESULTS : SrmStatus.SUCCESS,
        reply.status().code());
    return bytes;
  }
}
