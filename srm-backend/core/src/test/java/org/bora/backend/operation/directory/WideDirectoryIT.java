package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.api.Catalogue;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.Call;
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
  void aPageBehindOneThatWasReadReadsNoNamesBeforeIt() {
    directoriesAreQuiet();
    int offset = WIDE - 2 * LIMIT;
    long counted = allocated(offset, "wide");
    long next = allocated(offset + LIMIT, "wide");
    long again = allocated(offset + LIMIT, "wide");
    // the names before it alone are two megabytes
    long most = counted - (offset - LIMIT) * (BYTES_OF_A_NAME / 8);
    assertTrue(next < most, () -> next + " bytes for a page, " + counted + " for the one before");
    assertTrue(again < most, () -> again + " bytes the second time, " + counted + " counted");
  }

  /** What was changed long ago has certainly not been changed twice within a tick of its clock. */
  private static void directoriesAreQuiet() {
    fixture.clock.advance(Duration.between(fixture.clock.instant(), Instant.now().plusSeconds(10)));
  }

  @Test
  void aPageIsTheSameWhetherOrNotItsBeginningIsKnown() throws IOException {
    fill("both", 4 * LIMIT);
    directoriesAreQuiet();
    List<PathDetail> counted = page(3 * LIMIT, "both");
    page(2 * LIMIT, "both");
    assertEquals(counted, page(3 * LIMIT, "both"));
    assertEquals(
        counted.subList(7, 17), listed(3 * LIMIT + 7, 10, "both").details().getFirst().children());
  }

  @Test
  void namesThatComeAndGoMoveThePagesAtOnce() throws IOException {
    fill("changing", 3 * LIMIT);
    directoriesAreQuiet();
    page(LIMIT, "changing");
    for (PathDetail gone : page(0, "changing").subList(0, 10)) {
      Files.delete(fixture.root.resolve(gone.path().substring("/vo/".length())));
    }
    assertEquals(LIMIT - 10, page(2 * LIMIT, "changing").size());
  }

  @Test
  void anUploadOverANameBeforeThePageIsNotShownBehindIt() throws IOException {
    fill("busy", 3 * LIMIT);
    directoriesAreQuiet();
    String early = page(0, "busy").getFirst().path();
    fixture.puts.known(fixture.place(early.substring("/vo/".length())));
    page(LIMIT, "busy");
    List<PathDetail> last = listed(2 * LIMIT, 0, "busy").details().getFirst().children();
    assertEquals(LIMIT, last.size());
    assertTrue(last.stream().noneMatch(child -> child.path().equals(early)));
  }

  /** By somebody who is patient however late it is. */
  private static LsReply listed(int offset, int count, String name) {
    LsRequest request =
        new LsRequest(
            List.of(DirectoryFixture.surl("/vo/" + name)),
            true,
            false,
            OptionalInt.of(1),
            OptionalInt.of(offset),
            OptionalInt.of(count),
            Optional.empty());
    Instant deadline = fixture.clock.instant().plus(Duration.ofSeconds(30));
    return fixture.operations.call(
        Catalogue.LS, new Call(DirectoryFixture.MEMBER, deadline, "trace"), request);
  }

  private static List<PathDetail> page(int offset, String name) {
    return listed(offset, LIMIT, name).details().getFirst().children();
  }

  @Test
  void allPagesTogetherAreTheDirectory() {
    Set<String> seen = new HashSet<>();
    for (int offset = 0; offset < WIDE; offset += LIMIT) {
      LsReply page = listed(offset, LIMIT, "wide");
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
    LsReply reply = listed(offset, 0, name);
    long bytes = THREADS.getTotalThreadAllocatedBytes() - before;
    assertEquals(LIMIT, reply.details().getFirst().children().size());
    assertEquals(
        offset + LIMIT < WIDE ? SrmStatus.TOO_MANY_RESULTS : SrmStatus.SUCCESS,
        reply.status().code());
    return bytes;
  }
}
