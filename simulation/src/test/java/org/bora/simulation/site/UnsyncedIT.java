package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Removal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A power failure undoes only changes that no call has waited for. */
class UnsyncedIT {
  private static final String GONE = "gone";
  private static final int SEEDS = 60;

  @TempDir private Path directory;

  private static String afterCut(WatchedArea area) throws IOException {
    StringBuilder told = new StringBuilder();
    area.unsynced().powerFails((was, now) -> told.append(now));
    Path file = area.hidden();
    String now = Files.exists(file) ? Files.readString(file) : GONE;
    boolean isWhole = now.equals(GONE) || now.equals(WatchedArea.CONTENT);
    assertEquals(isWhole ? "" : now, told.toString());
    return now;
  }

  @Test
  void anUploadThatIsNotSealedLosesItsEndOrIsGone() throws IOException {
    Set<Integer> lengths = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      String now = afterCut(new WatchedArea(directory, seed));
      assertTrue(now.equals(GONE) || WatchedArea.CONTENT.startsWith(now), now);
      lengths.add(now.equals(GONE) ? -1 : now.length());
    }
    assertTrue(lengths.containsAll(Set.of(-1, WatchedArea.CONTENT.length())), lengths.toString());
    assertTrue(lengths.size() > 3, lengths.toString());
  }

  @Test
  void theBytesOfASealedOneStayWhereItsNameDoes() throws IOException {
    Set<String> seen = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      WatchedArea area = new WatchedArea(directory, seed);
      area.seal();
      seen.add(afterCut(area));
    }
    assertEquals(Set.of(GONE, WatchedArea.CONTENT), seen);
  }

  @Test
  void theBytesOfOneMayBeLostUntilItsSealReturns() throws IOException {
    Set<Integer> lengths = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      WatchedArea area = new WatchedArea(directory, seed);
      area.begins("sealUpload", () -> {}, area.upload());
      lengths.add(afterCut(area).length());
    }
    assertTrue(lengths.size() > 3, lengths.toString());
  }

  /** Otherwise the product would take the upload for a written one (seed 50033). */
  @Test
  void anUploadWithoutBytesIsNotWrittenTo() throws IOException {
    FileTime old = FileTime.fromMillis(1_000);
    for (int seed = 0; seed < SEEDS; seed++) {
      WatchedArea area = new WatchedArea(directory, seed);
      Files.write(area.hidden(), new byte[0]);
      Files.setLastModifiedTime(area.hidden(), old);
      area.powerFails();
      if (Files.exists(area.hidden())) {
        assertEquals(old, Files.getLastModifiedTime(area.hidden()));
      }
    }
  }

  @Test
  void thoseOfAPublishedOneMayBeLostWhereItsSealHasNotSyncedThem() throws IOException {
    Set<Integer> lengths = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      WatchedArea area = new WatchedArea(directory, seed);
      area.call("sealUpload", () -> {}, Set.of(), area.upload());
      area.publish(Set.of("d"));
      area.powerFails();
      lengths.add(Files.readString(area.path("d/file")).length());
    }
    assertTrue(lengths.size() > 3, lengths.toString());
  }

  @Test
  void anUploadThatIsBegunAnewIsNeitherTornNorSealed() throws IOException {
    Set<Integer> lengths = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      WatchedArea area = new WatchedArea(directory, seed);
      area.seal();
      Files.delete(area.hidden());
      area.call(
          "beginUpload",
          () -> Files.writeString(area.hidden(), WatchedArea.CONTENT),
          Set.of(),
          area.upload());
      assertEquals(Optional.empty(), area.unsynced().leftOf(area.upload().id()));
      lengths.add(afterCut(area).length());
    }
    assertTrue(lengths.size() > 3, lengths.toString());
  }

  @Test
  void whatIsNotHiddenStays() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      WatchedArea area = new WatchedArea(directory, seed);
      Path file = area.write("d/file", "content");
      area.powerFails();
      assertEquals("content", Files.readString(file));
    }
  }

  @Test
  void aRemovalOfAHiddenFileIsUndoneUnlessItsDirectoryWasSynced() throws IOException {
    Set<Boolean> back = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      WatchedArea area = new WatchedArea(directory, seed);
      area.seal();
      area.remove("discardUpload", area.hidden(), Set.of(), area.upload());
      area.powerFails();
      back.add(Files.exists(area.hidden()));
    }
    assertEquals(Set.of(true, false), back);
  }

  @Test
  void aRemovalThatACallHasSyncedStays() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      WatchedArea area = new WatchedArea(directory, seed);
      area.remove("discardUpload", area.hidden(), Set.of(), area.upload());
      area.call("makeDirectory", () -> {}, Set.of("d"), AreaPath.parse("d/other"));
      area.powerFails();
      assertFalse(Files.exists(area.hidden()));
    }
  }

  @Test
  void aRemovalOfAFileStaysOnlyWhereTheCallHasSyncedItsDirectory() throws IOException {
    Set<Boolean> back = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      WatchedArea area = new WatchedArea(directory, seed);
      Path one = area.write("d/one", "1");
      Path other = area.write("d/other", "2");
      area.remove("removeFile", one, Set.of("d"), AreaPath.parse("d/one"));
      area.remove(
          "removeEntries",
          other,
          Set.of(),
          AreaPath.parse("d"),
          List.of(new Removal("other", false, Optional.empty())));
      area.powerFails();
      assertFalse(Files.exists(one));
      back.add(Files.exists(other));
    }
    assertEquals(Set.of(true, false), back);
  }
}
