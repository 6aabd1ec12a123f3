package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.simulation.schedule.Choices;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Removal;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A power failure takes what no call has waited for, and nothing else. */
class UnsyncedIT {
  private static final String CONTENT = "0123456789";
  private static final String GONE = "gone";
  private static final int SEEDS = 60;

  @TempDir private Path directory;

  private Path root;
  private Unsynced unsynced;
  private Upload upload;

  private Path begin(int seed) throws IOException {
    root = Files.createDirectory(directory.resolve("area-" + seed));
    unsynced = new Unsynced(root, directory.resolve("aside-" + seed), Choices.seeded(seed));
    upload = new Upload(AreaPath.parse("d/file"), new UUID(1, seed));
    Files.createDirectory(root.resolve("d"));
    return Files.writeString(root.resolve("d").resolve(upload.hiddenName()), CONTENT);
  }

  private void call(String name, Object... arguments) throws IOException {
    call(name, Set.of(), Set.of(), arguments);
  }

  private void call(String name, Set<Path> removed, Set<Path> synced, Object... arguments)
      throws IOException {
    unsynced.before(name, arguments);
    for (Path file : removed) {
      Files.delete(file);
    }
    unsynced.after(name, arguments, true, synced);
  }

  private String afterCut(Path file) throws IOException {
    StringBuilder told = new StringBuilder();
    unsynced.powerFails((was, now) -> told.append(now));
    String now = Files.exists(file) ? Files.readString(file) : GONE;
    assertEquals(now.equals(GONE) || now.equals(CONTENT) ? "" : now, told.toString());
    return now;
  }

  @Test
  void anUploadThatIsNotSealedLosesItsEndOrIsGone() throws IOException {
    Set<Integer> lengths = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      String now = afterCut(begin(seed));
      assertTrue(now.equals(GONE) || CONTENT.startsWith(now), now);
      lengths.add(now.equals(GONE) ? -1 : now.length());
    }
    assertTrue(lengths.contains(-1) && lengths.contains(CONTENT.length()), lengths.toString());
    assertTrue(lengths.size() > 3, lengths.toString());
  }

  @Test
  void theBytesOfASealedOneStayWhereItsNameDoes() throws IOException {
    Set<String> seen = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      Path file = begin(seed);
      call("sealUpload", upload);
      seen.add(afterCut(file));
    }
    assertEquals(Set.of(GONE, CONTENT), seen);
  }

  @Test
  void whatIsNotHiddenStays() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      begin(seed);
      Path file = Files.writeString(root.resolve("d/file"), CONTENT);
      unsynced.powerFails((was, now) -> {});
      assertEquals(CONTENT, Files.readString(file));
    }
  }

  @Test
  void aRemovalOfAHiddenFileIsUndoneUnlessItsDirectoryWasSynced() throws IOException {
    Set<Boolean> back = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      Path file = begin(seed);
      call("sealUpload", upload);
      call("discardUpload", Set.of(file), Set.of(), upload);
      unsynced.powerFails((was, now) -> {});
      back.add(Files.exists(file));
    }
    assertEquals(Set.of(true, false), back);
  }

  @Test
  void aRemovalThatACallHasSyncedStays() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Path file = begin(seed);
      call("discardUpload", Set.of(file), Set.of(), upload);
      call("makeDirectory", Set.of(), Set.of(root.resolve("d")), AreaPath.parse("d/other"));
      unsynced.powerFails((was, now) -> {});
      assertFalse(Files.exists(file));
    }
  }

  @Test
  void aRemovalOfAFileStaysOnlyWhereTheCallHasSyncedItsDirectory() throws IOException {
    Set<Boolean> back = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      begin(seed);
      Path one = Files.writeString(root.resolve("d/one"), CONTENT);
      Path other = Files.writeString(root.resolve("d/other"), CONTENT);
      call("removeFile", Set.of(one), Set.of(root.resolve("d")), AreaPath.parse("d/one"));
      call(
          "removeEntries",
          Set.of(other),
          Set.of(),
          AreaPath.parse("d"),
          List.of(new Removal("other", false, Optional.empty())));
      unsynced.powerFails((was, now) -> {});
      assertFalse(Files.exists(one));
      back.add(Files.exists(other));
    }
    assertEquals(Set.of(true, false), back);
  }
}
