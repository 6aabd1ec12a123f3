package org.bora.backend.stage.migration;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.database.Transactions;
import org.bora.backend.operation.put.AfterTape;
import org.bora.backend.operation.put.AfterTape.AfterTapeSettings;
import org.bora.backend.stage.StageSettings;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDb.class)
class AfterTapeIT {
  private static final ReturnStatus ON_TAPE = ReturnStatus.success();

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private ToyTape tape;
  private TapeBench bench;
  private Backend puts;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    Path root = Files.createDirectory(directory.resolve("area"));
    tape = new ToyTape(directory.resolve("library"));
    bench =
        new TapeBench(schemas.migrated(), TapeBench.open(root), time, tape, TapeBench.afterTape());
    puts = waiting(TapeBench.afterTape());
  }

  @AfterEach
  void close() {
    bench.close();
    bench.site.tree.close();
  }

  /** Whoever waits lets the migration come to its end, and time pass. */
  private Backend waiting(StageSettings areas) {
    return waiting(
        areas,
        pause -> {
          bench.tasks.settle();
          time.pass(pause);
        });
  }

  private Backend waiting(StageSettings areas, Transactions.Pause pause) {
    return AfterTape.of(
        bench.site.puts,
        new AfterTape.Waiting(
            bench.site.transactions,
            bench.site.locator,
            bench.site.tokens,
            areas::isAfterTape,
            AfterTapeSettings.defaults(),
            bench.migrations::wake,
            pause));
  }

  private PutDoneRequest written(String name) {
    PutReply reply =
        puts.call(Catalogue.PREPARE_TO_PUT, bench.site.call(ALICE), put(OverwriteMode.NEVER, name));
    write(reply.files().getFirst().turl().orElseThrow(), "hello");
    return new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name)));
  }

  private ReturnStatus done(PutDoneRequest request) {
    SurlStatusesReply reply = puts.call(Catalogue.PUT_DONE, bench.site.call(ALICE), request);
    assertEquals(SrmStatus.SUCCESS, reply.status().code());
    return reply.files().getFirst().status();
  }

  @Test
  void putDoneAnswersWhenTheCopyExists() throws Exception {
    assertEquals(ON_TAPE, done(written("a")));
    assertTrue(bench.isOnTape("a"));
    assertEquals(
        Optional.of("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"),
        bench
            .site
            .tree
            .facts(bench.site.place("a").path())
            .residency()
            .tape()
            .orElseThrow()
            .sha256());
  }

  @Test
  void whatIsNotOnTapeInTimeIsStoredAllTheSameAndSaidSo() throws Exception {
    tape.library().faults().breakDrive(0);
    PutDoneRequest request = written("a");
    ReturnStatus status = done(request);
    assertEquals(SrmStatus.SUCCESS, status.code(), "clients remove what did not succeed");
    assertTrue(status.explanation().contains(AfterTape.NOT_YET), status.explanation());
    assertEquals(SmallSite.START.plusSeconds(45), time.instant(), "it did wait");
    assertTrue(done(request).explanation().contains(AfterTape.NOT_YET), "repeating is no error");
    tape.library().faults().clear();
    time.pass(TapeBench.SETTINGS.backOff(2));
    assertEquals(ON_TAPE, done(request), "and goes on waiting");
    assertEquals(ON_TAPE, done(request), "for as often as it is repeated");
  }

  @Test
  void whatIsStoredIsToldSoThoughTheDatabaseCannotBeAskedForItsCopy() throws Exception {
    tape.library().faults().breakDrive(0);
    puts = waiting(TapeBench.afterTape(), pause -> bench.site.callerLeft.set(true));
    ReturnStatus status = done(written("a"));
    assertEquals(SrmStatus.SUCCESS, status.code(), "clients remove what did not succeed");
    assertTrue(status.explanation().contains(AfterTape.NOT_YET), status.explanation());
    bench.site.callerLeft.set(false);
  }

  @Test
  void otherRefusalsAreWhatTheyWere() {
    PutDoneRequest request = written("a");
    SurlStatusesReply reply =
        puts.call(
            Catalogue.PUT_DONE,
            bench.site.call(ALICE),
            new PutDoneRequest(request.token(), List.of(surl("b"))));
    assertEquals(SrmStatus.INVALID_PATH, reply.files().getFirst().status().code());
  }

  @Test
  void whereNoAreaAsksForItNothingIsDone() {
    assertSame(bench.site.puts, waiting(StageSettings.defaults()));
  }
}
