package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.bora.storage.spi.AreaPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which name changes a power failure may undo. */
class NameJournalIT {
  private static final int SEEDS = 40;
  private static final String OLD = "{d/file=old}";
  private static final String NEW = "{d/file=" + WatchedArea.CONTENT + "}";
  private static final String ROOT = "";

  @TempDir private Path directory;

  private int seed;

  @FunctionalInterface
  private interface Play {
    void on(WatchedArea area) throws IOException;
  }

  /** The possible results of a power failure after this work, from many runs. */
  private Set<String> left(Play play) throws IOException {
    Set<String> left = new TreeSet<>();
    for (int i = 0; i < SEEDS; i++) {
      WatchedArea area = new WatchedArea(directory, ++seed);
      area.seal();
      play.on(area);
      area.powerFails();
      String files = area.files();
      left.add(files);
      area.powerFails();
      assertEquals(files, area.files(), "what is left is on stable storage");
      assertEquals(0, area.kept());
    }
    return left;
  }

  @Test
  void aPublicationThatNobodyHasSyncedMayBringBackTheOldFile() throws IOException {
    assertEquals(Set.of("{}", NEW), left(area -> area.publish(Set.of())));
    assertEquals(
        Set.of(OLD, NEW),
        left(
            area -> {
              area.write("d/file", "old");
              area.publish(Set.of());
            }));
    assertEquals(
        Set.of(NEW),
        left(
            area -> {
              area.write("d/file", "old");
              area.publish(Set.of("d"));
            }));
  }

  @Test
  void whatACallHasSyncedIsSafeWhenItReturns() throws IOException {
    assertEquals(
        Set.of("{}", NEW),
        left(area -> area.begins("publishUpload", area::moveIntoPlace, area.upload(), true)));
  }

  @Test
  void aDiskWritesBackByItselfWhatIsOld() throws IOException {
    assertEquals(
        Set.of(NEW),
        left(
            area -> {
              area.publish(Set.of());
              area.passes(Duration.ofMinutes(2).toNanos());
            }));
  }

  @Test
  void aRenameIsSafeWhereBothDirectoriesAreSynced() throws IOException {
    for (Set<String> synced : Set.of(Set.<String>of(), Set.of("d"), Set.of(ROOT))) {
      assertEquals(
          Set.of("{d/one=1}", "{two=1}"),
          left(
              area -> {
                area.write("d/one", "1");
                area.rename("d/one", "two", synced);
              }));
    }
    assertEquals(
        Set.of("{two=1}"),
        left(
            area -> {
              area.write("d/one", "1");
              area.rename("d/one", "two", Set.of("d", ROOT));
            }));
  }

  @Test
  void whatDependsOnAChangeThatIsLostIsLostToo() throws IOException {
    assertEquals(
        Set.of("{one=1}", "{two=1}", "{three=1}", "{}"),
        left(
            area -> {
              area.write("one", "1");
              area.rename("one", "two", Set.of());
              area.rename("two", "three", Set.of());
              area.remove("removeFile", area.path("three"), Set.of(), AreaPath.parse("three"));
            }));
  }

  @Test
  void whatIsSafeKeepsWhatItDependsOn() throws IOException {
    assertEquals(
        Set.of("{three=1}"),
        left(
            area -> {
              area.write("d/one", "1");
              area.rename("d/one", "two", Set.of());
              area.rename("two", "three", Set.of(ROOT));
            }));
  }

  @Test
  void aDirectoryThatIsLostTakesWhatIsInIt() throws IOException {
    Set<String> told = new TreeSet<>();
    Set<String> left =
        left(
            area -> {
              area.write("one", "1");
              area.call(
                  "makeDirectory",
                  () -> Files.createDirectory(area.path("made")),
                  Set.of(),
                  AreaPath.parse("made"));
              area.rename("one", "made/two", Set.of());
              Files.move(area.hidden(), area.path("made").resolve(area.upload().hiddenName()));
              area.unsynced().powerFails((was, now) -> told.add(was + "->" + now));
            });
    assertEquals(Set.of("{made/two=1}", "{one=1}"), left);
    assertTrue(told.contains(WatchedArea.CONTENT + "->"), told.toString());
  }

  @Test
  void aDirectoryThatIsGoneMayComeBack() throws IOException {
    Set<Boolean> back = new HashSet<>();
    left(
        area -> {
          Path empty = Files.createDirectory(area.path("e"));
          area.remove("removeDirectory", empty, Set.of(), AreaPath.parse("e"));
          area.powerFails();
          back.add(Files.exists(empty));
        });
    assertEquals(Set.of(true, false), back);
  }
}
