package org.bora.storage.tape.virtual;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bora.storage.conformance.RecordedWork;
import org.bora.storage.conformance.TapeFiles;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.tape.model.Mechanics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an administrator breaks, and what callers are told then. */
class FaultsIT {
  private static final int PATIENCE_SECONDS = 30;
  private static final String FIRST = "V00001";

  private LibraryBench bench;
  private VirtualLibrary library;
  private Faults faults;
  private TapeFile file;
  private TapeLocation location;

  @BeforeEach
  void begin() throws Exception {
    bench = new LibraryBench();
    library = bench.open();
    faults = Faults.of(bench.directory());
    file = bench.files.make("file", 50_000);
    location = LibraryBench.put(library, file);
  }

  @AfterEach
  void end() throws IOException {
    bench.close();
  }

  private List<TapeFile> onTape(int count) throws Exception {
    List<TapeFile> wanted = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      TapeFile made = bench.files.make("some/" + number, 10_000 + number);
      wanted.add(bench.files.toRecall(made, LibraryBench.put(library, made)));
    }
    return wanted;
  }

  private Optional<Kind> recallTrouble() throws Exception {
    TapeFile wanted = bench.files.toRecall(file, location);
    return LibraryBench.recall(library, wanted).trouble(wanted);
  }

  @Test
  void aDriveThatDiesInMidRecallLeavesTheRestToAnother() throws Exception {
    List<TapeFile> wanted = onTape(5);
    faults.breakDriveAfter(0, 2);
    RecordedWork work = LibraryBench.recall(library, wanted.toArray(TapeFile[]::new));
    for (int number = 0; number < 5; number++) {
      TapeFile one = wanted.get(number);
      assertEquals(number < 2, work.location(one).isPresent(), one.name());
      assertEquals(number < 2 ? Optional.empty() : Optional.of(Kind.RETRY), work.trouble(one));
    }
    faults.breakDrive(0);
    RecordedWork again = LibraryBench.recall(library, wanted.toArray(TapeFile[]::new));
    assertTrue(wanted.stream().allMatch(one -> again.location(one).isPresent()));
    assertEquals(Optional.of(FIRST), library.statistics().drives().get(1).volume());
    assertTrue(library.statistics().drives().getFirst().broken());
  }

  @Test
  void aDriveThatDiesInTheMiddleOfAFileReportsItNotDone() throws Exception {
    TapeFile wanted = bench.files.toRecall(file, location);
    RecordedWork work =
        new RecordedWork(List.of(wanted)).onProgress(() -> orThrow(() -> faults.breakDrive(0)));
    library.recall(work);
    assertEquals(Optional.of(Kind.RETRY), work.trouble(wanted));
    faults.mendDrive(0);
    bench.assertWhole(library, file, location);
  }

  @Test
  void withoutAnyDriveEverythingIsToBeTriedAgain() throws Exception {
    faults.breakDrive(0);
    faults.breakDrive(1);
    assertEquals(Optional.of(Kind.RETRY), recallTrouble());
    TapeFile other = bench.files.make("other", 5);
    assertEquals(Optional.of(Kind.RETRY), LibraryBench.migrate(library, other).trouble(other));
    faults.clear();
    assertEquals(List.of(), faults.list());
    bench.assertWhole(library, file, location);
  }

  /** A library of one drive, with nothing in it, and a mount of the first volume that hangs. */
  private VirtualLibrary withHangingMount() throws Exception {
    VirtualLibrary other = bench.open(1, 3, Mechanics.INSTANT);
    // A volume is taken out of a broken drive by hand.
    faults.breakDrive(0);
    TapeFile wanted = bench.files.toRecall(file, location);
    assertEquals(Optional.of(Kind.RETRY), LibraryBench.recall(other, wanted).trouble(wanted));
    faults.mendDrive(0);
    faults.hangMount(FIRST);
    return other;
  }

  /** Begins a recall that hangs, and gives what it ends with: null or what was thrown. */
  private static CompletableFuture<Optional<Throwable>> begin(
      VirtualLibrary where, RecordedWork work, CompletableFuture<Thread> thread) {
    CompletableFuture<Optional<Throwable>> ended = new CompletableFuture<>();
    thread.complete(
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    where.recall(work);
                    ended.complete(Optional.empty());
                  } catch (InterruptedException | RuntimeException failure) {
                    ended.complete(Optional.of(failure));
                  }
                }));
    return ended;
  }

  private static CompletableFuture<Optional<Throwable>> begin(
      VirtualLibrary where, RecordedWork work) {
    return begin(where, work, new CompletableFuture<>());
  }

  @Test
  void aMountThatHangsGoesOnWhenItIsMended() throws Exception {
    TapeFile wanted = bench.files.toRecall(file, location);
    RecordedWork work = new RecordedWork(List.of(wanted));
    CompletableFuture<Optional<Throwable>> ended = begin(withHangingMount(), work);
    assertFalse(ended.isDone());
    faults.unhangMount(FIRST);
    assertEquals(Optional.empty(), ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertTrue(work.location(wanted).isPresent());
  }

  @Test
  void aMountThatHangsIsGivenUpWhenNobodyWaitsForItAnyMore() throws Exception {
    TapeFile wanted = bench.files.toRecall(file, location);
    RecordedWork work = new RecordedWork(List.of(wanted));
    CompletableFuture<Optional<Throwable>> ended = begin(withHangingMount(), work);
    work.unwanted(wanted);
    assertEquals(Optional.empty(), ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals(Optional.of(Kind.STOPPED), work.trouble(wanted));
    faults.clear();
    bench.assertWhole(library, file, location);
  }

  @Test
  void aMountThatHangsIsGivenUpWhenItsVolumeIsDisabled() throws Exception {
    TapeFile wanted = bench.files.toRecall(file, location);
    RecordedWork work = new RecordedWork(List.of(wanted));
    CompletableFuture<Optional<Throwable>> ended = begin(withHangingMount(), work);
    faults.disable(FIRST);
    assertEquals(Optional.empty(), ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals(Optional.of(Kind.VOLUME_UNAVAILABLE), work.trouble(wanted));
  }

  @Test
  void anInterruptEndsAHangingMountAndTheDriveIsFree() throws Exception {
    VirtualLibrary other = withHangingMount();
    RecordedWork work = new RecordedWork(List.of(bench.files.toRecall(file, location)));
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    CompletableFuture<Optional<Throwable>> ended = begin(other, work, thread);
    thread.get(PATIENCE_SECONDS, TimeUnit.SECONDS).interrupt();
    assertInstanceOf(
        InterruptedException.class, ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS).orElseThrow());
    faults.clear();
    bench.assertWhole(other, file, location);
  }

  @Test
  void aDisabledVolumeIsUnavailableAndNotLost() throws Exception {
    faults.disable(FIRST);
    assertEquals(Optional.of(Kind.VOLUME_UNAVAILABLE), recallTrouble());
    TapeFile onTape = TapeFiles.onTape(file, location);
    assertFalse(library.query(List.of(onTape)).get(onTape).readable());
    TapeFile next = bench.files.make("next", 10);
    assertEquals("V00002", LibraryBench.put(library, next).volume());
    faults.enable(FIRST);
    bench.assertWhole(library, file, location);
  }

  @Test
  void aVolumeDisabledInMidRecallEndsTheBatch() throws Exception {
    List<TapeFile> wanted = onTape(3);
    RecordedWork work =
        new RecordedWork(wanted).onProgress(() -> orThrow(() -> faults.disable(FIRST)));
    library.recall(work);
    for (TapeFile one : wanted) {
      assertEquals(Optional.of(Kind.VOLUME_UNAVAILABLE), work.trouble(one));
    }
  }

  @Test
  void whatWasOnALostVolumeIsLost() throws Exception {
    faults.lose(FIRST);
    assertEquals(Optional.of(Kind.LOST), recallTrouble());
    TapeFile onTape = TapeFiles.onTape(file, location);
    assertEquals(Map.of(), library.query(List.of(onTape)));
    RecordedWork removal = LibraryBench.remove(library, file, location);
    assertTrue(removal.location(file).isPresent());
    assertFalse(library.statistics().volumes().getFirst().usable());
  }

  @Test
  void aVolumeWhoseFileIsGoneIsNotLostBeforeSomebodySaysSo() throws Exception {
    Files.move(bench.volume(FIRST), bench.directory().resolve("forgotten"));
    assertEquals(Optional.of(Kind.VOLUME_UNAVAILABLE), recallTrouble());
    TapeFile onTape = TapeFiles.onTape(file, location);
    assertFalse(library.query(List.of(onTape)).get(onTape).readable());
    assertEquals(
        Optional.of(Kind.VOLUME_UNAVAILABLE),
        LibraryBench.remove(library, file, location).trouble(file));
    Files.move(bench.directory().resolve("forgotten"), bench.volume(FIRST));
    bench.assertWhole(library, file, location);
  }

  @Test
  void aLocationOfAnotherTapeSystemIsAMistakeOfTheConfigurationAndNoLoss() throws Exception {
    TapeFile wanted = bench.files.toRecall(file, TapeLocation.named("hpss:/archive/17"));
    assertEquals(
        Optional.of(Kind.VOLUME_UNAVAILABLE), LibraryBench.recall(library, wanted).trouble(wanted));
  }

  @Test
  void nothingIsLostWhileTheWholeLibraryIsNotMounted() throws Exception {
    Files.move(bench.directory(), bench.directory().resolveSibling("elsewhere"));
    assertEquals(Optional.of(Kind.RETRY), recallTrouble());
    assertThrows(StorageException.class, () -> library.query(List.of(file)));
  }

  @Test
  void rottenBytesComeBackAsIfTheyWereWhole() throws Exception {
    faults.rot(file.id());
    TapeFile wanted = bench.files.toRecall(file, location);
    assertTrue(LibraryBench.recall(library, wanted).location(wanted).isPresent());
    byte[] expected = Files.readAllBytes(Path.of(file.path()));
    expected[25_000] = (byte) ~expected[25_000];
    assertArrayEquals(expected, Files.readAllBytes(Path.of(wanted.path())));
    faults.clear();
    bench.assertWhole(library, file, location);
  }

  @Test
  void aFullLibraryHasNoSpaceUntilItIsNotFull() throws Exception {
    faults.fill();
    TapeFile next = bench.files.make("next", 10);
    assertEquals(Optional.of(Kind.NO_SPACE), LibraryBench.migrate(library, next).trouble(next));
    faults.unfill();
    bench.assertWhole(library, next, LibraryBench.put(library, next));
  }

  @Test
  void aFullDiskIsToldFromAFailure() throws Exception {
    TapeFile wanted = TapeFiles.at(file, Path.of("/dev/full"), location);
    assertEquals(Optional.of(Kind.NO_SPACE), LibraryBench.recall(library, wanted).trouble(wanted));
  }

  @Test
  void whatIsUnwantedInTheMiddleIsStoppedAndTheNextIsBegun() throws Exception {
    List<TapeFile> wanted = onTape(2);
    RecordedWork work = new RecordedWork(wanted);
    work.onProgress(() -> work.unwanted(wanted.getFirst()));
    library.recall(work);
    assertEquals(Optional.of(Kind.STOPPED), work.trouble(wanted.getFirst()));
    assertTrue(work.location(wanted.getLast()).isPresent());
  }

  @Test
  void aFileThatChangedSinceItWasQueuedIsNotMigrated() throws Exception {
    TapeFile changed = bench.files.make("changed", 2000);
    Files.write(Path.of(changed.path()), new byte[2000]);
    TapeFile grown = bench.files.make("grown", 2000);
    Files.write(Path.of(grown.path()), new byte[3000]);
    TapeFile shrunk = bench.files.make("shrunk", 2000);
    Files.write(Path.of(shrunk.path()), new byte[1000]);
    TapeFile whole = bench.files.make("whole", 1000);
    RecordedWork work = LibraryBench.migrate(library, changed, grown, shrunk, whole);
    for (TapeFile one : List.of(changed, grown, shrunk)) {
      assertEquals(Optional.of(Kind.RETRY), work.trouble(one), one.name());
    }
    bench.assertWhole(library, whole, work.location(whole).orElseThrow());
    bench.assertWhole(library, file, location);
  }

  @FunctionalInterface
  private interface Setting {
    void run() throws IOException;
  }

  private static void orThrow(Setting setting) {
    try {
      setting.run();
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}
