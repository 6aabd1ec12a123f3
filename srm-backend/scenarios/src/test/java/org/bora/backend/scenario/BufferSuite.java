package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.Catalogue;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.space.Sums;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.bora.backend.stage.buffer.Buffers;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.Test;

/** What leaves a buffer, and what never does. */
abstract class BufferSuite extends BufferBench {

  private Instant soon() {
    return time.instant().plusSeconds(1);
  }

  @Test
  void nothingLeavesBelowTheHighMark() {
    migrated(400, "a");
    migrated(400, "b");
    assertEquals(0, buffers.tend());
    assertEquals(new Sums(200, 0, 800, 2), own());
  }

  @Test
  void aboveTheHighMarkTheLeastRecentlyUsedLeaveDownToTheLowOne() {
    migrated(300, "a");
    migrated(300, "b");
    migrated(300, "c");
    time.pass(Duration.ofMinutes(1));
    site.transactions.run(sql -> site.books.touched(sql, List.of(id("a")), time.instant()));
    assertEquals(1, buffers.tend());
    assertEquals(List.of(false, true, true), List.of(hasLeft("a"), hasLeft("b"), hasLeft("c")));
    assertEquals(new Sums(700, 0, 300, 3), own());
    assertTrue(alarms.isEmpty());
  }

  @Test
  void aSiteMayLetTheLargestLeaveFirst() {
    migrated(200, "a");
    migrated(450, "b");
    migrated(200, "c");
    assertEquals(1, buffers(site, ReleaseOrder.LARGEST, FilesAtWork.NONE).tend());
    assertEquals(List.of(false, true, false), List.of(hasLeft("a"), hasLeft("b"), hasLeft("c")));
  }

  @Test
  void onlyWhatIsOnTapeLeaves() {
    stored(500, "a");
    migrated(400, "b");
    buffers.tend();
    assertEquals(List.of(false, true), List.of(hasLeft("a"), hasLeft("b")));
  }

  @Test
  void whatTheFileItselfDoesNotKnowToBeOnTapeStaysWhateverTheBooksSay() {
    stored(900, "a");
    UUID id = id("a");
    site.transactions.run(
        sql -> {
          site.books.onTape(sql, List.of(id), true);
          site.transactions.run(other -> other.sql("DELETE FROM tape_migration").update());
          return sql;
        });
    tendTwice();
    assertFalse(hasLeft("a"));
    assertTrue(alarms.get("vo").endsWith("900 not yet on tape"), alarms::toString);
  }

  @Test
  void pinnedFilesStayUntilTheirPinsEnd() {
    migrated(500, "a");
    migrated(400, "b");
    pin("a");
    buffers.tend();
    assertEquals(List.of(false, true), List.of(hasLeft("a"), hasLeft("b")));
    stored(400, "c");
    buffers.tend();
    assertFalse(hasLeft("a"));
    time.pass(Duration.ofDays(1));
    buffers.tend();
    assertTrue(hasLeft("a"));
  }

  @Test
  void aRoundThatFoundNothingIsNotRepeatedBeforeTenTimesWhatItTook() {
    migrated(900, "a");
    pin("a");
    AtomicInteger rounds = new AtomicInteger();
    FilesAtWork slow =
        (sql, files) -> {
          rounds.incrementAndGet();
          time.pass(Duration.ofSeconds(2));
          return Set.of();
        };
    Buffers full = buffers(site, ReleaseOrder.LEAST_RECENTLY_USED, slow);
    full.tend();
    time.pass(Duration.ofMillis(19_999));
    full.tend();
    assertEquals(1, rounds.get());
    time.pass(Duration.ofMillis(1));
    full.tend();
    assertEquals(2, rounds.get());
    time.pass(Duration.ofMinutes(-1));
    full.tend();
    assertEquals(3, rounds.get(), "the clock was set back");
    time.pass(Duration.ofDays(1));
    assertEquals(1, full.tend());
    assertTrue(hasLeft("a"));
  }

  @Test
  void filesThatAreOpenOrBeingReplacedOrWithAnotherEngineStay() {
    migrated(250, "a");
    migrated(250, "b");
    migrated(250, "c");
    migrated(200, "d");
    taped.hold(id("a"));
    site.puts.call(
        Catalogue.PREPARE_TO_PUT, site.call(ALICE), SmallSite.put(OverwriteMode.ALWAYS, 0, "b"));
    UUID atWork = id("c");
    FilesAtWork recalls = (sql, files) -> files.contains(atWork) ? Set.of(atWork) : Set.of();
    buffers(site, ReleaseOrder.LEAST_RECENTLY_USED, recalls).tend();
    assertEquals(1, taped.countLeft());
    assertTrue(hasLeft("d"));
  }

  @Test
  void anAlarmTellsWhyNothingCanLeaveAndIsOverByItself() {
    migrated(400, "a");
    stored(300, "b");
    migrated(200, "c");
    pin("a");
    taped.hold(id("c"));
    assertEquals(0, buffers.tend());
    assertTrue(alarms.isEmpty(), "it may be over in a moment");
    tendTwice();
    assertEquals(
        "900 of the 1000 bytes of its buffer are taken: 400 pinned, 300 not yet on tape,"
            + " 200 open or in use",
        alarms.get("vo"));
    time.pass(Duration.ofDays(1));
    buffers.tend();
    assertTrue(alarms.isEmpty());
  }

  /** What lasts a minute is told of. */
  private void tendTwice() {
    buffers.tend();
    time.pass(Duration.ofMinutes(1));
    buffers.tend();
  }

  @Test
  void whoFindsNoRoomHasItMadeAtOnceAndTheRestFollows() {
    migrated(350, "a");
    migrated(350, "b");
    stored(50, "c");
    assertEquals(Optional.empty(), buffers.makeRoom(area(), 300, soon()));
    assertEquals(new Sums(600, 0, 400, 3), own());
    assertEquals(Optional.empty(), buffers.makeRoom(area(), 600, soon()));
    assertTrue(own().free() >= 600);
  }

  @Test
  void whoFindsNoRoomHearsTheReasonAtOnce() {
    migrated(400, "a");
    stored(600, "b");
    pin("a");
    Optional<String> why = buffers.makeRoom(area(), 10, soon());
    assertEquals(
        "1000 of the 1000 bytes of its buffer are taken: 400 pinned, 600 not yet on tape",
        why.orElseThrow());
  }

  @Test
  void aPutThatFindsNoRoomIsAcceptedWhereFilesMayLeave() {
    site.roomMaker.set(buffers);
    migrated(500, "a");
    migrated(500, "b");
    stored(300, "c");
    assertTrue(hasLeft("a"));
    assertEquals(3, own().files());
  }

  @Test
  void aPutThatCannotHaveRoomIsToldWhyAndAtOnce() {
    site.roomMaker.set(buffers);
    migrated(500, "a");
    stored(400, "b");
    pin("a");
    ReturnStatus refusal = begun(Optional.empty(), 200, "c").files().getFirst().status();
    assertEquals(SrmStatus.NO_FREE_SPACE, refusal.code());
    assertEquals(
        "the storage area has no room for 200 bytes: 900 of the 1000 bytes of its buffer are"
            + " taken: 500 pinned, 400 not yet on tape",
        refusal.explanation());
    assertEquals(SrmStatus.SPACE_AVAILABLE, code(begun(Optional.empty(), 100, "d")));
  }

  @Test
  void aBarrenBufferIsNotSearchedForEveryPut() {
    migrated(500, "a");
    migrated(500, "b");
    pin("a");
    pin(SmallSite.BOB, "b");
    assertTrue(buffers.makeRoom(area(), 10, soon()).isPresent());
    site.transactions.run(sql -> sql.sql("UPDATE pin SET state = 'RELEASED'").update());
    assertTrue(buffers.makeRoom(area(), 10, soon()).isPresent());
    time.pass(Duration.ofSeconds(6));
    assertEquals(Optional.empty(), buffers.makeRoom(area(), 10, soon()));
  }

  @Test
  void aClockThatIsSetBackEndsWhatIsKnownOfABarrenBuffer() {
    migrated(1000, "a");
    pin("a");
    assertTrue(buffers.makeRoom(area(), 10, soon()).isPresent());
    site.transactions.run(sql -> sql.sql("UPDATE pin SET state = 'RELEASED'").update());
    time.pass(Duration.ofDays(-1));
    assertEquals(Optional.empty(), buffers.makeRoom(area(), 10, soon()));
  }

  @Test
  void oneBackendAtATimeReleases() {
    migrated(500, "a");
    migrated(500, "b");
    AtomicInteger second = new AtomicInteger(-1);
    try (SmallSite other = new SmallSite(settings, site.tree, time, spaces(), BUFFERED)) {
      Buffers others = buffers(other, ReleaseOrder.LEAST_RECENTLY_USED, FilesAtWork.NONE);
      taped.beforeRelease(() -> second.compareAndSet(-1, others.tend()));
      assertEquals(1, buffers.tend());
    }
    assertEquals(0, second.get());
  }

  @Test
  void theTurnOfABackendThatDiedIsTakenOver() {
    migrated(900, "a");
    taped.beforeRelease(
        () -> {
          throw new AssertionError("killed here");
        });
    try {
      buffers.tend();
    } catch (AssertionError killed) {
      site.transactions.run(
          sql ->
              sql.sql("UPDATE buffer_turn SET holder = 'sixteen bytes!!!', lease_ms = ?")
                  .param(time.instant().plusSeconds(100).toEpochMilli())
                  .update());
    }
    taped.beforeRelease(() -> {});
    assertEquals(0, buffers.tend());
    time.pass(Duration.ofMinutes(3));
    assertEquals(1, buffers.tend());
  }

  @Test
  void aFileThatLeftJustBeforeADeathIsFoundSoByTheNext() {
    migrated(900, "a");
    taped.force(id("a"), true);
    buffers.tend();
    assertEquals(new Sums(1000, 0, 0, 1), own());
  }

  @Test
  void theBooksAreMadeToSayWhatTheFilesSay() {
    migrated(300, "a");
    migrated(200, "b");
    UUID gone = id("a");
    taped.force(gone, true);
    site.transactions.run(sql -> site.books.released(sql, List.of(id("b"))));
    time.pass(Duration.ofDays(2));
    site.sweep.round();
    assertEquals(new Sums(800, 0, 200, 2), own());
    assertFalse(file("a").presence().onDisk());
    assertTrue(file("b").presence().onDisk());
  }

  @Test
  void aFileThatIsOnItsWayIsNotJudged() {
    migrated(300, "a");
    taped.force(id("a"), true);
    site.transactions.run(
        sql ->
            sql.sql(
                    "INSERT INTO tape_migration (file_id, `library`, area, size, queued_ms, due_ms)"
                        + " SELECT id, 'lib', area, size, 0, 0 FROM stored_file")
                .update());
    time.pass(Duration.ofDays(2));
    site.sweep.round();
    assertTrue(file("a").presence().onDisk());
  }

  @Test
  void purgingDropsTheCopyOnDiskAndNeverTheLastOne() {
    migrated(300, "a");
    stored(200, "b");
    migrated(100, "c");
    pin("c");
    List<SrmStatus> told =
        site
            .spaces
            .functions()
            .call(
                Catalogue.PURGE_FROM_SPACE,
                site.call(ALICE),
                new PurgeRequest(
                    List.of(SmallSite.surl("a"), SmallSite.surl("b"), SmallSite.surl("c")),
                    area().spaceToken()))
            .files()
            .stream()
            .map(one -> one.status().code())
            .toList();
    assertEquals(List.of(SrmStatus.SUCCESS, SrmStatus.LAST_COPY, SrmStatus.FAILURE), told);
    assertEquals(List.of(true, false, false), List.of(hasLeft("a"), hasLeft("b"), hasLeft("c")));
    assertEquals(new Sums(700, 0, 300, 3), own());
  }

  @Test
  void whoReleasesAPinMayDropTheCopyOnDiskUnlessOthersPinIt() {
    migrated(300, "a");
    pin("a");
    pin(SmallSite.BOB, "a");
    assertEquals("released; the copy on disk stays: the file is pinned", dropped(ALICE));
    assertFalse(hasLeft("a"));
    assertEquals("", dropped(SmallSite.BOB));
    assertTrue(hasLeft("a"));
  }

  private String dropped(String dn) {
    ReturnStatus status =
        site.requests
            .call(
                Catalogue.RELEASE_FILES,
                site.call(dn),
                new ReleaseRequest(Optional.empty(), List.of(SmallSite.surl("a")), true))
            .files()
            .getFirst()
            .status();
    assertEquals(SrmStatus.SUCCESS, status.code());
    return status.explanation();
  }

  @Test
  void aBufferIsNotReserved() {
    RetentionPolicyInfo wanted = area().retention();
    assertEquals(
        SrmStatus.NOT_SUPPORTED,
        site.spaces
            .functions()
            .call(
                Catalogue.RESERVE_SPACE,
                site.call(ALICE),
                new ReserveSpaceRequest(
                    "Run 7",
                    Optional.of(wanted),
                    OptionalLong.of(100),
                    OptionalLong.of(100),
                    OptionalInt.empty(),
                    List.of(),
                    List.of()))
            .status()
            .code());
  }

  @Test
  void oneCallerKeepsNoMoreThanHisPartOfABufferByPins() {
    migrated(500, "a");
    migrated(200, "b");
    pin("a");
    pin("a");
    ReturnStatus refused = asked(ALICE, "b");
    assertEquals(SrmStatus.EXCEED_ALLOCATION, refused.code());
    assertEquals(
        "your pins keep 500 of the 600 bytes of this buffer that one may keep; release some",
        refused.explanation());
    assertEquals(SrmStatus.FILE_PINNED, asked(SmallSite.BOB, "b").code());
    time.pass(Duration.ofDays(1));
    assertEquals(SrmStatus.FILE_PINNED, asked(ALICE, "b").code());
  }

  @Test
  void whoOnlyStagesIsToldThatAFileIsOnDiskThoughHeMayPinNoMore() {
    migrated(500, "a");
    migrated(200, "b");
    pin("a");
    GetFileStatus there = staged("b");
    assertEquals(SrmStatus.FILE_LIFETIME_EXPIRED, there.status().code());
    assertEquals(OptionalLong.of(200), there.size());
    assertEquals(SrmStatus.EXCEED_ALLOCATION, asked(ALICE, "b").code(), "it pins nothing");
    assertEquals(Optional.empty(), buffers.makeRoom(area(), 500, soon()), "b may leave");
  }

  @Test
  void aFileThatLeavesTheDiskMeanwhileIsRefusedWhereItsCallerMayPinNoMore() {
    migrated(500, "a");
    migrated(200, "b");
    pin("a");
    // it was on disk when it was looked at
    site.transactions.run(sql -> site.books.released(sql, List.of(id("b"))));
    assertEquals(SrmStatus.EXCEED_ALLOCATION, staged("b").status().code());
  }

  private GetFileStatus staged(String name) {
    GetRequest get = SmallSite.get(name);
    GetRequest staging =
        new GetRequest(
            get.files(),
            "",
            get.totalRequestTime(),
            get.pinLifetime(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            true);
    return site.bringOnline
        .call(Catalogue.BRING_ONLINE, site.call(ALICE), staging)
        .files()
        .getFirst();
  }

  private ReturnStatus asked(String dn, String name) {
    return site.gets
        .call(Catalogue.PREPARE_TO_GET, site.call(dn), SmallSite.get(name))
        .files()
        .getFirst()
        .status();
  }
}
