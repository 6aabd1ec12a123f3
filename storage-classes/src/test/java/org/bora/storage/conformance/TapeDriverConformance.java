package org.bora.storage.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeDriver.Found;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.spi.TapeWork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every tape driver keeps. A driver's test extends this and opens drivers; drivers that need a
 * tape system behind them (a site's commands, a puller) start one in {@link #startSystem}.
 */
public abstract class TapeDriverConformance {
  private static final int MIB = 1 << 20;

  private Scratch scratch;
  private final List<TapeDriver> open = new ArrayList<>();
  protected TapeFiles files;
  protected TapeDriver driver;

  /**
   * A driver, as a process would open it. All of one test work over the same system.
   *
   * @param directory of the test, where the system may keep its state
   */
  protected abstract TapeDriver open(Path directory) throws IOException;

  /** Starts what is behind the driver, before the first is opened. */
  protected void startSystem(Path directory) throws IOException {}

  /** Ends what {@link #startSystem} has started, after the last driver was closed. */
  protected void stopSystem() throws IOException {}

  /** How long a batch of a few files may take on a busy machine. */
  protected Duration patience() {
    return Duration.ofSeconds(60);
  }

  @BeforeEach
  void startAndOpen() throws IOException {
    scratch = Scratch.in(Path.of(System.getProperty("java.io.tmpdir")));
    files = new TapeFiles(scratch.area());
    startSystem(scratch.outside());
    driver = another();
  }

  @AfterEach
  void closeAndStop() throws IOException {
    try {
      open.forEach(TapeDriver::close);
      stopSystem();
    } finally {
      scratch.close();
    }
  }

  /** One more driver over the same system. */
  protected final TapeDriver another() throws IOException {
    TapeDriver opened = open(scratch.outside());
    open.add(opened);
    opened.check();
    return opened;
  }

  @FunctionalInterface
  protected interface Blocking {
    void run(TapeWork work) throws InterruptedException;
  }

  /** Hands a batch over and waits until the driver returns. */
  protected final RecordedWork run(Blocking call, List<TapeFile> batch) throws Exception {
    RecordedWork work = new RecordedWork(batch);
    run(call, work);
    return work;
  }

  protected final void run(Blocking call, RecordedWork work) throws Exception {
    begin(call, work).get(patience().toSeconds(), TimeUnit.SECONDS);
  }

  /** Hands a batch over on a thread of its own, as the callers of drivers do. */
  protected static CompletableFuture<Void> begin(Blocking call, RecordedWork work) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                call.run(work);
                ended.complete(null);
              } catch (Throwable failure) {
                ended.completeExceptionally(failure);
              }
            });
    return ended;
  }

  protected final TapeLocation migrate(TapeFile file) throws Exception {
    RecordedWork work = run(driver::migrate, List.of(file));
    return work.location(file).orElseThrow(() -> new AssertionError(work.reports(file)));
  }

  protected final byte[] recall(TapeFile file, TapeLocation location) throws Exception {
    TapeFile wanted = files.toRecall(file, location);
    RecordedWork work = run(driver::recall, List.of(wanted));
    assertTrue(work.location(wanted).isPresent(), () -> work.reports(wanted).toString());
    return Files.readAllBytes(Path.of(wanted.path()));
  }

  protected static byte[] original(TapeFile file) throws IOException {
    return Files.readAllBytes(Path.of(file.path()));
  }

  private void roundTrip(String name, int size) throws Exception {
    TapeFile file = files.make(name, size);
    assertArrayEquals(original(file), recall(file, migrate(file)), name);
  }

  @Test
  void whatIsRecalledIsWhatWasMigrated() throws Exception {
    roundTrip("run/a-file", 3 * MIB + 17);
  }

  @Test
  void anEmptyFileIsAFile() throws Exception {
    roundTrip("empty", 0);
  }

  @Test
  void namesMayHaveBlanksQuotesAndLettersOfAllAlphabets() throws Exception {
    roundTrip("a b/it's \"quoted\" $HOME;* \\n", 100);
    roundTrip("Žlutý/ブ/данные ☃", 100);
  }

  @Test
  void aBatchIsReportedOnFileByFileOnce() throws Exception {
    List<TapeFile> batch = new ArrayList<>();
    for (int number = 0; number < 8; number++) {
      batch.add(files.make("batch/" + number, 1000 * number));
    }
    RecordedWork migrated = run(driver::migrate, batch);
    List<TapeFile> wanted = new ArrayList<>();
    for (TapeFile file : batch) {
      assertEquals(1, migrated.reports(file).size(), file.name());
      wanted.add(files.toRecall(file, migrated.location(file).orElseThrow()));
    }
    RecordedWork recalled = run(driver::recall, wanted);
    for (int number = 0; number < batch.size(); number++) {
      assertEquals(1, recalled.reports(wanted.get(number)).size());
      assertTrue(recalled.location(wanted.get(number)).isPresent());
      assertArrayEquals(
          original(batch.get(number)), Files.readAllBytes(Path.of(wanted.get(number).path())));
    }
  }

  @Test
  void anEmptyBatchIsThrough() throws Exception {
    run(driver::migrate, List.of());
    run(driver::recall, List.of());
    run(driver::remove, List.of());
    assertEquals(Map.of(), driver.query(List.of()));
  }

  @Test
  void migratingAgainHarmsNoEarlierCopy() throws Exception {
    TapeFile file = files.make("twice", 5000);
    TapeLocation first = migrate(file);
    TapeLocation last = migrate(file);
    assertArrayEquals(original(file), recall(file, first));
    assertArrayEquals(original(file), recall(file, last));
  }

  @Test
  void newContentOfTheSameFileIsWrittenAnew() throws Exception {
    TapeFile old = files.make("changing", 5000);
    final byte[] before = original(old);
    final TapeLocation first = migrate(old);
    TapeFile changed = files.make("changing", 6000);
    TapeLocation second = migrate(changed);
    assertNotEquals(first, second);
    assertArrayEquals(original(changed), recall(changed, second));
    assertArrayEquals(before, recall(old, first));
  }

  @Test
  void recallingAgainWritesTheSameAgain() throws Exception {
    TapeFile file = files.make("again", 70_000);
    TapeFile wanted = files.toRecall(file, migrate(file));
    for (int time = 0; time < 2; time++) {
      RecordedWork work = run(driver::recall, List.of(wanted));
      assertTrue(work.location(wanted).isPresent());
      assertArrayEquals(original(file), Files.readAllBytes(Path.of(wanted.path())));
    }
  }

  @Test
  void whatWasInTheTargetBeforeIsGone() throws Exception {
    TapeFile file = files.make("short", 10);
    TapeFile wanted = files.toRecall(file, migrate(file));
    Files.writeString(Path.of(wanted.path()), "x".repeat(100_000));
    run(driver::recall, List.of(wanted));
    assertArrayEquals(original(file), Files.readAllBytes(Path.of(wanted.path())));
  }

  @Test
  void aSourceThatIsGoneFailsAloneAndIsNoLoss() throws Exception {
    TapeFile gone = files.make("gone", 100);
    TapeFile there = files.make("there", 100);
    Files.delete(Path.of(gone.path()));
    RecordedWork work = run(driver::migrate, List.of(gone, there));
    assertEquals(Optional.of(Kind.RETRY), work.trouble(gone));
    assertTrue(work.location(there).isPresent(), () -> work.reports(there).toString());
  }

  /** Done means verified: what is on tape has the checksum of the file, or is no copy. */
  @Test
  void aCopyOfOtherBytesThanTheFilesIsNeverDone() throws Exception {
    TapeFile changed = files.make("changed", 100);
    TapeFile whole = files.make("whole", 100);
    byte[] other = original(changed);
    other[0] ^= 1;
    Files.write(Path.of(changed.path()), other);
    RecordedWork work = run(driver::migrate, List.of(changed, whole));
    assertEquals(Optional.of(Kind.RETRY), work.trouble(changed));
    assertTrue(work.location(whole).isPresent(), () -> work.reports(whole).toString());
  }

  @Test
  void aTargetWhoseDirectoryIsGoneFailsAloneAndIsNoLoss() throws Exception {
    TapeFile file = files.make("homeless", 100);
    TapeFile other = files.make("other", 100);
    TapeLocation location = migrate(file);
    TapeFile nowhere = TapeFiles.at(file, Path.of(file.path() + "-no-directory/x"), location);
    TapeFile wanted = files.toRecall(other, migrate(other));
    RecordedWork work = run(driver::recall, List.of(nowhere, wanted));
    assertEquals(Optional.of(Kind.RETRY), work.trouble(nowhere));
    assertTrue(work.location(wanted).isPresent(), () -> work.reports(wanted).toString());
    assertArrayEquals(original(file), recall(file, location));
  }

  @Test
  void whatNobodyWantsIsLeftOut() throws Exception {
    TapeFile file = files.make("unwanted", 100);
    TapeFile other = files.make("wanted", 100);
    TapeFile notWanted = files.toRecall(file, migrate(file));
    TapeFile wanted = files.toRecall(other, migrate(other));
    RecordedWork work = new RecordedWork(List.of(notWanted, wanted)).unwanted(notWanted);
    run(driver::recall, work);
    assertTrue(work.location(wanted).isPresent());
    assertFalse(work.location(notWanted).isPresent());
    assertEquals(Kind.STOPPED, work.trouble(notWanted).orElse(Kind.STOPPED));
    assertEquals(0, Files.size(Path.of(notWanted.path())));
  }

  @Test
  void removingTwiceIsDoneTwice() throws Exception {
    TapeFile file = files.make("removed", 100);
    TapeFile kept = files.make("kept", 100);
    final TapeLocation keptAt = migrate(kept);
    TapeFile onTape = TapeFiles.onTape(file, migrate(file));
    for (int time = 0; time < 2; time++) {
      RecordedWork work = run(driver::remove, List.of(onTape));
      assertTrue(work.location(onTape).isPresent(), () -> work.reports(onTape).toString());
    }
    assertEquals(Map.of(), driver.query(List.of(onTape)));
    assertArrayEquals(original(kept), recall(kept, keptAt));
  }

  @Test
  void whatWasRemovedIsLostToARecall() throws Exception {
    TapeFile file = files.make("too-late", 100);
    TapeFile wanted = files.toRecall(file, migrate(file));
    run(driver::remove, List.of(TapeFiles.onTape(file, wanted.location().orElseThrow())));
    RecordedWork work = run(driver::recall, List.of(wanted));
    assertEquals(Optional.of(Kind.LOST), work.trouble(wanted));
  }

  @Test
  void theSystemIsAskedWhereFilesAre() throws Exception {
    TapeFile file = files.make("known", 100);
    TapeLocation location = migrate(file);
    TapeFile known = TapeFiles.onTape(file, location);
    TapeFile unknown =
        TapeFiles.onTape(files.make("unknown", 100), TapeLocation.named("no-such-object"));
    assertEquals(Map.of(known, new Found(location, true)), driver.query(List.of(unknown, known)));
  }

  @Test
  void anInterruptEndsABatchAndTheNextOneGoesWell() throws Exception {
    TapeFile file = files.make("interrupted", 2 * MIB);
    RecordedWork work = new RecordedWork(List.of(file));
    CompletableFuture<Void> ended =
        begin(
            batch -> {
              Thread.currentThread().interrupt();
              driver.migrate(batch);
            },
            work);
    ExecutionException failure =
        assertThrows(
            ExecutionException.class, () -> ended.get(patience().toSeconds(), TimeUnit.SECONDS));
    assertInstanceOf(InterruptedException.class, failure.getCause());
    assertFalse(work.location(file).isPresent());
    assertArrayEquals(original(file), recall(file, migrate(file)));
  }

  @Test
  void twoProcessesWorkOnOneSystemAtOnce() throws Exception {
    TapeDriver second = another();
    List<TapeFile> left = new ArrayList<>();
    List<TapeFile> right = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      left.add(files.make("left/" + number, 30_000));
      right.add(files.make("right/" + number, 30_000));
    }
    RecordedWork leftWork = new RecordedWork(left);
    RecordedWork rightWork = new RecordedWork(right);
    CompletableFuture.allOf(begin(driver::migrate, leftWork), begin(second::migrate, rightWork))
        .get(patience().toSeconds(), TimeUnit.SECONDS);

    // Each reads what the other wrote.
    List<TapeFile> fromLeft = toRecall(left, leftWork);
    List<TapeFile> fromRight = toRecall(right, rightWork);
    CompletableFuture.allOf(
            begin(second::recall, new RecordedWork(fromLeft)),
            begin(driver::recall, new RecordedWork(fromRight)))
        .get(patience().toSeconds(), TimeUnit.SECONDS);
    assertSameContent(left, fromLeft);
    assertSameContent(right, fromRight);
  }

  @Test
  void aFileHandedToTwoProcessesAtOnceIsWholeAfterwards() throws Exception {
    TapeDriver second = another();
    TapeFile file = files.make("contested", MIB);
    RecordedWork first = new RecordedWork(List.of(file));
    RecordedWork other = new RecordedWork(List.of(file));
    CompletableFuture.allOf(begin(driver::migrate, first), begin(second::migrate, other))
        .get(patience().toSeconds(), TimeUnit.SECONDS);
    assertArrayEquals(original(file), recall(file, first.location(file).orElseThrow()));
    assertArrayEquals(original(file), recall(file, other.location(file).orElseThrow()));
  }

  private List<TapeFile> toRecall(List<TapeFile> batch, RecordedWork migrated) throws IOException {
    List<TapeFile> wanted = new ArrayList<>();
    for (TapeFile file : batch) {
      wanted.add(files.toRecall(file, migrated.location(file).orElseThrow()));
    }
    return wanted;
  }

  private static void assertSameContent(List<TapeFile> batch, List<TapeFile> recalled)
      throws IOException {
    for (int number = 0; number < batch.size(); number++) {
      assertArrayEquals(
          original(batch.get(number)),
          Files.readAllBytes(Path.of(recalled.get(number).path())),
          batch.get(number).name());
    }
  }
}
