package org.bora.backend.stage.migration;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.ledger.RemovalRow;
import org.bora.backend.ledger.RemovalTable;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.stage.AreaStageSettings;
import org.bora.backend.stage.AreaStageSettings.PutDoneAnswer;
import org.bora.backend.stage.BufferSettings;
import org.bora.backend.stage.StageSettings;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.alarm.Alarm;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.testing.CountedTasks;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeDriver;

/** A small site whose files go to a tape library, with the engines that see to it. */
final class TapeBench implements AutoCloseable {
  static final String LIBRARY = "lib";
  static final Keeping TAPE = new Keeping(StorageClass.D0T1, Optional.of(LIBRARY));

  /** Rounds come when a test wants them. */
  static final MigrationSettings SETTINGS =
      new MigrationSettings(
          new MigrationPolicy(10, 2, Duration.ofMinutes(30), 1000, 10),
          Duration.ofSeconds(20),
          Duration.ofMinutes(5),
          Duration.ofMinutes(1),
          Duration.ofHours(1),
          2,
          Duration.ofDays(1));

  final SmallSite site;
  final SteppedTime time;
  final Alarms alarms;
  final MigrationGround ground;
  final Migrations migrations;
  final Removals removals;
  final CountedTasks tasks;
  private final DatabaseSettings settings;
  private final TapeDriver library;
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(0);

  TapeBench(DatabaseSettings settings, AreaTree tree, SteppedTime time, TapeDriver library) {
    this(settings, tree, time, library, StageSettings.defaults());
  }

  TapeBench(
      DatabaseSettings settings,
      AreaTree tree,
      SteppedTime time,
      TapeDriver library,
      StageSettings areas) {
    this.settings = settings;
    this.library = library;
    this.time = time;
    site = new SmallSite(settings, tree, time, TAPE);
    alarms = new Alarms(site.transactions, site.tokens);
    TapeLibraries libraries = new TapeLibraries(Map.of(LIBRARY, library));
    Drives drives = new Drives(site.transactions, libraries, site.tokens, SETTINGS.lease());
    ground =
        new MigrationGround(
            site.transactions, site.locator, site.books, libraries, drives, alarms, site.tokens);
    tasks = new CountedTasks();
    migrations = new Migrations(ground, SETTINGS, areas, timer, tasks);
    removals = new Removals(ground, SETTINGS, timer, tasks);
  }

  /** Another backend of the same site. */
  TapeBench another() {
    return new TapeBench(settings, site.tree, time, library);
  }

  /** An area where srmPutDone waits for the copy, which has a SHA-256. */
  static StageSettings afterTape() {
    return new StageSettings(
        Map.of(
            "vo",
            new AreaStageSettings(BufferSettings.defaults(), PutDoneAnswer.AFTER_TAPE, true)));
  }

  /** Stores a file; returns its identifier. */
  UUID stored(String name, String content) throws StorageException {
    PutReply reply =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.ALWAYS, name));
    write(reply.files().getFirst().turl().orElseThrow(), content);
    assertEquals(
        SrmStatus.SUCCESS,
        site.puts
            .call(
                Catalogue.PUT_DONE,
                site.call(ALICE),
                new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name))))
            .status()
            .code());
    return site.tree.facts(site.place(name).path()).id().orElseThrow();
  }

  /** Removes a file as srmRm does. */
  void remove(String name) throws StorageException {
    UUID file = site.tree.facts(site.place(name).path()).id().orElseThrow();
    site.tree.removeFile(site.place(name).path());
    site.removed(site.place(name), Optional.of(file));
  }

  /** Lets whatever is due be written to tape, to the end. */
  void migrate() throws InterruptedException {
    migrations.wake();
    tasks.settle();
  }

  /** After so long that nothing waits for others. */
  void migrateAll() throws InterruptedException {
    time.pass(SETTINGS.policy().maxAge());
    migrate();
  }

  boolean isOnTape(String name) throws StorageException {
    return site.tree.facts(site.place(name).path()).residency().onTape();
  }

  /** How many files wait, begun or not. */
  long waiting() {
    return site.transactions
        .read(sql -> new MigrationTable().backlog(sql, LIBRARY, time.instant()))
        .files();
  }

  List<RemovalRow> toBeRemoved() {
    return site.transactions.read(sql -> new RemovalTable().list(sql, LIBRARY, false, 100));
  }

  List<String> alarmed() {
    return alarms.list().stream().map(Alarm::key).toList();
  }

  static AreaTree open(Path root) {
    return SmallSite.open(root);
  }

  @Override
  public void close() {
    migrations.close();
    removals.close();
    timer.shutdownNow();
    site.close();
  }
}
