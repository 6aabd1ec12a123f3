package org.bora.storage.tape.virtual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bora.storage.conformance.RecordedWork;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.tape.model.Extent;
import org.bora.storage.tape.model.Mechanics;
import org.bora.storage.tape.model.VirtualLibrarySettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes onto which volume, and what is still there after bad days. A volume holds 1 MiB. */
class VolumesIT {
  private static final String FIRST = "V00001";
  private static final int THIRD = 350_000;

  private LibraryBench bench;
  private VirtualLibrary library;

  @BeforeEach
  void begin() throws Exception {
    bench = new LibraryBench();
    library = bench.open();
  }

  @AfterEach
  void end() throws IOException {
    bench.close();
  }

  private TapeFile file(String name, int size) throws IOException {
    return bench.files.make(name, size);
  }

  private static String volume(RecordedWork work, TapeFile file) {
    return work.location(file).map(TapeLocation::volume).orElse("none");
  }

  private void append(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes, StandardOpenOption.APPEND);
  }

  @Test
  void aBatchLiesTogetherAndTheNextOneBehindIt() throws Exception {
    TapeFile a = file("a", 1000);
    TapeFile b = file("b", 2000);
    TapeFile c = file("c", 3000);
    RecordedWork both = LibraryBench.migrate(library, a, b);
    TapeLocation last = LibraryBench.put(library, c);
    assertEquals(FIRST, volume(both, a));
    long first = both.location(a).orElseThrow().position();
    assertEquals(Extent.FIRST_POSITION, first);
    assertEquals(first + Extent.bytesFor(1000), both.location(b).orElseThrow().position());
    assertEquals(FIRST, last.volume());
    assertEquals(1, library.statistics().usage().mounts());
  }

  @Test
  void aBatchThatFitsNoMoreGoesToAVolumeWhereItLiesTogether() throws Exception {
    LibraryBench.put(library, file("begun", 2 * THIRD));
    TapeFile small = file("small", 100);
    TapeFile large = file("large", THIRD);
    RecordedWork work = LibraryBench.migrate(library, small, large);
    assertEquals("V00002", volume(work, small));
    assertEquals("V00002", volume(work, large));
    assertEquals(FIRST, LibraryBench.put(library, file("later", 100)).volume());
  }

  @Test
  void aBatchThatFitsNowhereIsSplit() throws Exception {
    TapeFile[] files = new TapeFile[5];
    for (int number = 0; number < files.length; number++) {
      files[number] = file("split/" + number, THIRD);
    }
    RecordedWork work = LibraryBench.migrate(library, files);
    assertEquals(
        List.of(FIRST, FIRST, "V00002", "V00002", "V00003"),
        Arrays.stream(files).map(file -> volume(work, file)).toList());
  }

  @Test
  void whatFitsOnNoVolumeKeepsNothingElseFromTape() throws Exception {
    TapeFile huge = file("huge", 1 << 20);
    TapeFile small = file("small", 1);
    RecordedWork work = LibraryBench.migrate(library, huge, small);
    assertEquals(Optional.of(Kind.NO_SPACE), work.trouble(huge));
    assertEquals(FIRST, volume(work, small));
  }

  @Test
  void whenAllVolumesAreFullThereIsNoSpace() throws Exception {
    for (int number = 0; number < 6; number++) {
      LibraryBench.put(library, file("fill/" + number, THIRD + 100_000));
    }
    TapeFile more = file("more", THIRD);
    assertEquals(Optional.of(Kind.NO_SPACE), LibraryBench.migrate(library, more).trouble(more));
    // More volumes may be given to it.
    VirtualLibrary larger = bench.open(2, 4, Mechanics.INSTANT);
    assertEquals("V00004", LibraryBench.put(larger, more).volume());
  }

  @Test
  void aVolumeOnWhichNothingIsNeededIsUsedAgain() throws Exception {
    VirtualLibrary small = bench.open(1, 1, Mechanics.INSTANT);
    TapeFile old = file("old", 2 * THIRD);
    TapeLocation oldPlace = LibraryBench.put(small, old);
    TapeFile young = file("young", 2 * THIRD);
    assertEquals(Optional.of(Kind.NO_SPACE), LibraryBench.migrate(small, young).trouble(young));

    LibraryBench.remove(small, old, oldPlace);
    TapeLocation youngPlace = LibraryBench.put(small, young);
    assertEquals(oldPlace.position(), youngPlace.position());
    bench.assertWhole(small, young, youngPlace);
    // The old name does not mean the new bytes, nor does removing it again remove them.
    TapeFile wanted = bench.files.toRecall(old, oldPlace);
    assertEquals(Optional.of(Kind.LOST), LibraryBench.recall(small, wanted).trouble(wanted));
    LibraryBench.remove(small, old, oldPlace);
    bench.assertWhole(small, young, youngPlace);
  }

  @Test
  void theNameOfARemovedCopyNeverMeansALaterCopyOfTheSameFile() throws Exception {
    VirtualLibrary small = bench.open(1, 1, Mechanics.INSTANT);
    TapeFile file = file("coming-and-going", 1000);
    TapeLocation first = LibraryBench.put(small, file);
    LibraryBench.remove(small, file, first);
    TapeLocation second = LibraryBench.put(small, file);
    assertEquals(first.position(), second.position());
    LibraryBench.remove(small, file, first);
    bench.assertWhole(small, file, second);
  }

  @Test
  void theNameOfAnotherFileAtTheSamePlaceMeansNothing() throws Exception {
    TapeFile file = file("here", 1000);
    TapeLocation place = LibraryBench.put(library, file);
    TapeFile stranger = file("stranger", 1000);
    String name = place.object().replace(file.id().toString(), stranger.id().toString());
    TapeLocation forged = new TapeLocation(place.volume(), place.position(), name);
    TapeFile wanted = bench.files.toRecall(stranger, forged);
    assertEquals(Optional.of(Kind.LOST), LibraryBench.recall(library, wanted).trouble(wanted));
    LibraryBench.remove(library, stranger, forged);
    bench.assertWhole(library, file, place);
  }

  @Test
  void migratingAgainFindsTheCopyThatIsThere() throws Exception {
    TapeFile file = file("repeated", 5000);
    TapeLocation first = LibraryBench.put(library, file);
    final long written = library.statistics().usage().writtenBytes();
    assertEquals(first, LibraryBench.put(bench.open(), file));
    assertEquals(written, library.statistics().usage().writtenBytes());
  }

  @Test
  void migratingAgainDoesNotTrustACopyThatRots() throws Exception {
    TapeFile file = file("rotten", 5000);
    TapeLocation first = LibraryBench.put(library, file);
    try (FileChannel volume = FileChannel.open(bench.volume(FIRST), StandardOpenOption.WRITE)) {
      volume.write(ByteBuffer.wrap(new byte[100]), first.position() + Extent.BLOCK_BYTES + 700);
    }
    TapeLocation second = LibraryBench.put(library, file);
    assertNotEquals(first, second);
    bench.assertWhole(library, file, second);
  }

  @Test
  void aLostIndexIsMadeAgainFromTheVolume() throws Exception {
    TapeFile kept = file("kept", 5000);
    TapeFile removed = file("removed", 6000);
    TapeFile last = file("last", 7000);
    RecordedWork work = LibraryBench.migrate(library, kept, removed, last);
    LibraryBench.remove(library, removed, work.location(removed).orElseThrow());
    final LibraryStatistics before = library.statistics();

    Files.delete(bench.index(FIRST));
    VirtualLibrary again = bench.open();
    assertEquals(before.volumes(), again.statistics().volumes());
    assertEquals(before.volumes(), library.statistics().volumes());
    TapeFile next = file("next", 100);
    TapeLocation nextPlace = LibraryBench.put(again, next);
    assertEquals(2, again.statistics().volumes().getFirst().liveFiles() - 1);
    bench.assertWhole(library, kept, work.location(kept).orElseThrow());
    bench.assertWhole(library, last, work.location(last).orElseThrow());
    bench.assertWhole(library, next, nextPlace);
  }

  @Test
  void anIndexThatAnotherProcessReplacedIsReadAnew() throws Exception {
    VirtualLibrary small = bench.open(1, 1, Mechanics.INSTANT);
    TapeFile first = file("first", 2 * THIRD);
    TapeLocation place = LibraryBench.put(small, first);
    // The other one has read what is there now; then the volume is used again.
    VirtualLibrary other = bench.open(1, 1, Mechanics.INSTANT);
    assertEquals(1, other.statistics().volumes().getFirst().liveFiles());
    LibraryBench.remove(small, first, place);
    TapeFile second = file("second", 100);
    TapeLocation secondPlace = LibraryBench.put(small, second);
    assertEquals(small.statistics().volumes(), other.statistics().volumes());
    // Another index in the file it knows, as if a new file had got the number of the old one.
    String line = "+ 40960 10 00000001 00000000-0000-0000-0000-000000000001\n";
    String known = Files.readString(bench.index(FIRST));
    Files.writeString(bench.index(FIRST), "generation 7\n" + line + known.lines().toList().get(1));
    Files.writeString(bench.index(FIRST), "\n", StandardOpenOption.APPEND);
    assertEquals(2, other.statistics().volumes().getFirst().liveFiles());
    // What an index says of the generation is not believed where it matters.
    bench.assertWhole(other, second, secondPlace);
    TapeFile third = file("third", 100);
    TapeLocation thirdPlace = LibraryBench.put(other, third);
    assertEquals(secondPlace.position() + Extent.bytesFor(100), thirdPlace.position());
    bench.assertWhole(small, second, secondPlace);
    bench.assertWhole(small, third, thirdPlace);
  }

  @Test
  void anIndexThatCannotBeReadIsMadeAgain() throws Exception {
    TapeFile file = file("file", 5000);
    TapeLocation place = LibraryBench.put(library, file);
    String index = Files.readString(bench.index(FIRST));
    Files.writeString(bench.index(FIRST), index.replace("5000", "five"));
    assertEquals(place, LibraryBench.put(bench.open(), file));
    assertEquals(index, Files.readString(bench.index(FIRST)));
  }

  @Test
  void anIndexThatMissesItsLastLineDoesNotLetItsObjectBeOverwritten() throws Exception {
    TapeFile first = file("first", 5000);
    LibraryBench.put(library, first);
    TapeFile second = file("second", 5000);
    final TapeLocation secondPlace = LibraryBench.put(library, second);
    String index = Files.readString(bench.index(FIRST));
    // As after a crash: half of the line was written.
    Files.writeString(bench.index(FIRST), index.substring(0, index.length() - 20));

    VirtualLibrary again = bench.open();
    TapeFile third = file("third", 5000);
    TapeLocation thirdPlace = LibraryBench.put(again, third);
    bench.assertWhole(again, second, secondPlace);
    bench.assertWhole(again, third, thirdPlace);
    assertEquals(3, bench.open().statistics().volumes().getFirst().liveFiles());
  }

  @Test
  void whatABrokenAppendLeftBehindIsCutOff() throws Exception {
    TapeFile before = file("before", 5000);
    final TapeLocation place = LibraryBench.put(library, before);
    append(bench.volume(FIRST), new byte[100_001]);
    TapeFile after = file("after", 10);
    TapeLocation afterPlace = LibraryBench.put(bench.open(), after);
    assertEquals(place.position() + Extent.bytesFor(5000), afterPlace.position());
    assertEquals(afterPlace.position() + Extent.bytesFor(10), Files.size(bench.volume(FIRST)));
    bench.assertWhole(library, before, place);
  }

  @Test
  void aDamagedDescriptionLosesItsObjectAndNoOther() throws Exception {
    TapeFile[] files = {file("a", 9000), file("b", 9000), file("c", 9000)};
    RecordedWork work = LibraryBench.migrate(library, files);
    TapeLocation damaged = work.location(files[1]).orElseThrow();
    try (FileChannel volume = FileChannel.open(bench.volume(FIRST), StandardOpenOption.WRITE)) {
      volume.write(ByteBuffer.wrap(new byte[10]), damaged.position() + 30);
    }
    Files.delete(bench.index(FIRST));
    VirtualLibrary again = bench.open();
    assertEquals(2, again.statistics().volumes().getFirst().liveFiles());
    TapeFile wanted = bench.files.toRecall(files[1], damaged);
    assertEquals(Optional.of(Kind.LOST), LibraryBench.recall(again, wanted).trouble(wanted));
    bench.assertWhole(again, files[2], work.location(files[2]).orElseThrow());
  }

  @Test
  void aVolumeWhoseLabelCannotBeReadIsNotOverwritten() throws Exception {
    LibraryBench.put(library, file("precious", 9000));
    try (FileChannel volume = FileChannel.open(bench.volume(FIRST), StandardOpenOption.WRITE)) {
      volume.write(ByteBuffer.wrap(new byte[10]), 30);
    }
    final long size = Files.size(bench.volume(FIRST));
    TapeFile next = file("next", 10);
    assertEquals(
        Optional.of(Kind.VOLUME_UNAVAILABLE), LibraryBench.migrate(library, next).trouble(next));
    assertEquals(size, Files.size(bench.volume(FIRST)));
    library.faults().disable(FIRST);
    assertEquals("V00002", LibraryBench.put(library, next).volume());
  }

  @Test
  void aDriveThatAnotherProcessHasIsWaitedForAndFreeWhenThatDies() throws Exception {
    VirtualLibrary small = bench.open(1, 1, Mechanics.INSTANT);
    TapeFile file = file("waiting", 100);
    Path lock = new Layout(bench.directory()).driveLock(0);
    Process other =
        new ProcessBuilder("flock", lock.toString(), "sh", "-c", "echo; exec cat")
            .redirectErrorStream(true)
            .start();
    try {
      assertEquals('\n', other.getInputStream().read());
      CompletableFuture<TapeLocation> migrated = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  migrated.complete(LibraryBench.put(small, file));
                } catch (InterruptedException | RuntimeException | AssertionError failure) {
                  migrated.completeExceptionally(failure);
                }
              });
      assertFalse(migrated.isDone());
      other.descendants().forEach(ProcessHandle::destroyForcibly);
      other.destroyForcibly();
      bench.assertWhole(small, file, migrated.get(30, TimeUnit.SECONDS));
    } finally {
      other.descendants().forEach(ProcessHandle::destroyForcibly);
      other.destroyForcibly();
    }
  }

  @Test
  void aDirectoryWithSomethingElseInItIsNotTakenForALibrary() throws Exception {
    VirtualLibrary foreign =
        new VirtualLibrary(VirtualLibrarySettings.defaults(bench.scratch.directory()), bench.time);
    StorageException refusal = assertThrows(StorageException.class, foreign::check);
    assertTrue(refusal.getMessage().contains("name an empty directory"), refusal::getMessage);
  }
}
