package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.access.TurlAccess;
import org.bora.backend.ledger.TapeLedger;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.Mv;
import org.bora.backend.operation.directory.Rm;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.junit.jupiter.api.Test;

/** Copies on disk that stay after srmPutDone because their owner wants so (CopyPinLifetime). */
abstract class CopyPinSuite extends BufferBench {
  private static final int HOUR = 3600;

  private PutReply begun(int seconds, long announced, String name) {
    PutRequest plain = SmallSite.put(OverwriteMode.ALWAYS, announced, name);
    return site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), plain.withCopyPin(seconds));
  }

  private ReturnStatus finished(PutReply put, int bytes, String name) {
    SmallSite.write(put.files().getFirst().turl().orElseThrow(), "x".repeat(bytes));
    ReturnStatus told =
        site.puts
            .call(
                Catalogue.PUT_DONE,
                site.call(ALICE),
                new PutDoneRequest(put.token().orElseThrow(), List.of(surl(name))))
            .files()
            .getFirst()
            .status();
    onTape(name);
    return told;
  }

  private void onTape(String name) {
    UUID id = id(name);
    taped.migrate(id);
    site.transactions.run(
        sql -> {
          new TapeLedger(site.locator).copied(sql, Map.of(id, taped.copy(id)));
          site.books.onTape(sql, List.of(id), true);
          return sql;
        });
  }

  /** On tape, and on disk until its pin is over. */
  private void pinned(int seconds, int bytes, String name) {
    assertEquals(ReturnStatus.success(), finished(begun(seconds, bytes, name), bytes, name));
  }

  private long pins(String state) {
    return site.transactions.read(
        sql ->
            sql.sql("SELECT COUNT(*) FROM pin WHERE state = ?")
                .param(state)
                .query(Long.class)
                .single());
  }

  @Test
  void theCopyStaysUntilItsPinIsOver() {
    pinned(HOUR, 500, "a");
    migrated(400, "b");
    buffers.tend();
    assertEquals(List.of(false, true), List.of(hasLeft("a"), hasLeft("b")));
    time.pass(Duration.ofSeconds(HOUR));
    migrated(400, "c");
    buffers.tend();
    assertTrue(hasLeft("a"));
  }

  @Test
  void noPinIsLongerThanTheLongestAndItsRequestIsKept() {
    pinned(-1, 500, "a");
    time.pass(Duration.ofDays(20));
    site.sweep.round();
    migrated(400, "b");
    buffers.tend();
    assertFalse(hasLeft("a"));
    time.pass(Duration.ofDays(1));
    migrated(400, "c");
    buffers.tend();
    assertTrue(hasLeft("a"));
  }

  @Test
  void itIsGivenBackAsAnyPin() {
    pinned(HOUR, 500, "a");
    assertEquals(
        SrmStatus.SUCCESS,
        site.requests
            .call(
                Catalogue.RELEASE_FILES,
                site.call(ALICE),
                new ReleaseRequest(Optional.empty(), List.of(surl("a")), true))
            .status()
            .code());
    assertTrue(hasLeft("a"));
  }

  @Test
  void whoKeepsAllThatOneMayKeepIsRefusedBeforeTheFirstByte() {
    pinned(HOUR, 400, "a");
    ReturnStatus refused = begun(HOUR, 300, "b").files().getFirst().status();
    assertEquals(SrmStatus.EXCEED_ALLOCATION, refused.code());
    assertEquals(
        "your pins keep 400 of the 600 bytes of this buffer that one may keep; release some,"
            + " or put without CopyPinLifetime",
        refused.explanation());
    assertEquals(
        SrmStatus.SPACE_AVAILABLE,
        site.puts
            .call(
                Catalogue.PREPARE_TO_PUT,
                site.call(BOB),
                SmallSite.put(OverwriteMode.NEVER, 300, "b").withCopyPin(60))
            .files()
            .getFirst()
            .status()
            .code());
  }

  @Test
  void aFileThatTurnsOutTooLargeIsStoredWithoutItsPin() {
    pinned(HOUR, 400, "a");
    ReturnStatus told = finished(begun(HOUR, 0, "b"), 300, "b");
    assertEquals(SrmStatus.SUCCESS, told.code());
    assertEquals(
        "the file is stored, its copy on disk is not pinned: your pins keep 400 of the 600 bytes"
            + " of this buffer that one may keep; release some",
        told.explanation());
    migrated(200, "c");
    buffers.tend();
    assertEquals(List.of(false, true), List.of(hasLeft("a"), hasLeft("b")));
  }

  @Test
  void itGoesWithTheFileWhereThatIsMoved() throws Exception {
    site.tree.makeDirectory(AreaPath.parse("d"), Owner.PROCESS, 0755);
    pinned(HOUR, 500, "d/a");
    move("d/a", "d/b");
    move("d", "e");
    migrated(400, "c");
    buffers.tend();
    assertEquals(List.of(false, true), List.of(hasLeft("e/b"), hasLeft("c")));
    site.requests.call(
        Catalogue.RELEASE_FILES,
        site.call(ALICE),
        new ReleaseRequest(Optional.empty(), List.of(surl("e/b")), true));
    assertTrue(hasLeft("e/b"));
  }

  @Test
  void aPinOfBringOnlineGoesAlongToo() throws Exception {
    site.tree.makeDirectory(AreaPath.parse("d"), Owner.PROCESS, 0755);
    migrated(500, "d/a");
    GetReply brought =
        site.bringOnline.call(Catalogue.BRING_ONLINE, site.call(ALICE), SmallSite.get("d/a"));
    assertEquals(SrmStatus.SUCCESS, brought.status().code());
    move("d", "e");
    migrated(400, "c");
    buffers.tend();
    assertEquals(List.of(false, true), List.of(hasLeft("e/a"), hasLeft("c")));
    site.requests.call(
        Catalogue.RELEASE_FILES,
        site.call(ALICE),
        new ReleaseRequest(brought.token(), List.of(), false));
    migrated(400, "f");
    buffers.tend();
    assertTrue(hasLeft("e/a"));
  }

  private void move(String from, String to) {
    assertEquals(
        SrmStatus.SUCCESS,
        new Mv(site.entrance, site.names, TurlAccess.none())
            .mv(site.call(ALICE), new MvRequest(surl(from), surl(to)))
            .status()
            .code());
  }

  @Test
  void itEndsWithTheFile() {
    pinned(HOUR, 200, "a");
    pinned(HOUR, 200, "b");
    new Rm(site.entrance, site.names, DirectorySettings.defaults())
        .rm(site.call(ALICE), new RmRequest(List.of(surl("a"))));
    assertEquals(1, pins("PINNED"));
    pinned(HOUR, 300, "b");
    assertEquals(List.of(1L, 2L), List.of(pins("PINNED"), pins("ABORTED")));
  }

  @Test
  void whoFinishesThePutOfADeadBackendPinsItToo() throws Exception {
    PutReply put = begun(HOUR, 500, "a");
    SmallSite.write(put.files().getFirst().turl().orElseThrow(), "x".repeat(500));
    List<AcceptedPut> rows =
        site.transactions.read(
            sql -> new PutTable().activeOn(sql, List.of(NameKey.of(site.place("a")))));
    site.tree.sealUpload(rows.getFirst().upload(), Owner.PROCESS, 0644, new FileLabel("v1"));
    site.tree.publishUpload(rows.getFirst().upload(), false);
    site.putEnding.end(rows, PutState.Event.PIN_OVER, time.instant());
    assertEquals(1, pins("PINNED"));
  }

  @Test
  void whereFilesStayAnywayThereIsNothingToPin() {
    PutRequest plain = SmallSite.put(OverwriteMode.NEVER, 5, "a");
    try (SmallSite disk = new SmallSite(settings, site.tree, time)) {
      disk.puts.call(Catalogue.PREPARE_TO_PUT, disk.call(ALICE), plain.withCopyPin(HOUR));
      site.transactions.run(
          sql -> {
            assertEquals(
                0, sql.sql("SELECT SUM(copy_pin_s) FROM put_file").query(Integer.class).single());
            return sql;
          });
    }
  }
}
