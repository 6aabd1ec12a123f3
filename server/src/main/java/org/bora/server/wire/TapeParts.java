package org.bora.server.wire;

import java.time.Duration;
import org.bora.api.Functions;
import org.bora.backend.diskcopy.Release;
import org.bora.backend.engines.TapeEngines;
import org.bora.backend.operation.put.AfterTape;
import org.bora.backend.pin.RequestedReturn;
import org.bora.backend.pin.Staging;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.stage.StageSettings;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.buffer.BoundedPins;
import org.bora.backend.stage.buffer.BufferParts;
import org.bora.backend.stage.buffer.Buffers;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.stage.migration.MigrationDesk;
import org.bora.backend.stage.migration.MigrationGround;
import org.bora.backend.stage.migration.Migrations;
import org.bora.backend.stage.migration.Removals;
import org.bora.backend.stage.rebuild.ForgottenObjects;
import org.bora.backend.stage.rebuild.Rebuild;
import org.bora.backend.stage.recall.RecallEngine;
import org.bora.backend.stage.recall.RecallParts;
import org.bora.backend.stage.recall.Recalls;
import org.bora.backend.stage.refresh.Refresh;
import org.bora.backend.stage.report.TapeReport;
import org.bora.backend.stage.scrub.ReportDamage;
import org.bora.backend.stage.scrub.Scrub;
import org.bora.server.admin.TapeRoutes;
import org.bora.server.config.TapeSettings;
import org.bora.server.metrics.BackendView;

/**
 * The engines for migration, recall and scrub. A site without tape has them too, because files of
 * an area that once had tape may still have copies. They stop before the drivers and the database
 * are closed. Migrations are waited for; other work ends when its thread is interrupted, and
 * another backend takes it over when the lease ends.
 *
 * @param buffers makes room for puts
 * @param recalls accepts recalls of files on tape
 * @param waiting what srmPutDone needs to wait for tape
 * @param rebuild restores the database from the files
 * @param damage accepts reports of doors about damaged files
 * @param routes for administrators
 * @param view its metrics
 */
record TapeParts(
    Buffers buffers,
    Staging recalls,
    AfterTape.Waiting waiting,
    RebuildOrder rebuild,
    Functions damage,
    TapeRoutes routes,
    BackendView.Tape view) {
  private static final Duration ALARMS_CHECK = Duration.ofMinutes(1);
  private static final Duration SIZES_CHECK = Duration.ofMinutes(1);

  /** The parts that every engine needs. */
  private record Site(
      TapeSettings settings,
      Ground ground,
      StageSettings areas,
      TapeLibraries libraries,
      Drives drives,
      Alarms alarms,
      Threads threads) {

    MigrationGround migrating() {
      return new MigrationGround(
          // what is on tape and not noted is copied once more: busy connections are waited for
          ground.transactions().toTheEnd(),
          ground.locator(),
          ground.books(),
          libraries,
          drives,
          alarms,
          ground.tokens());
    }
  }

  /** Begins to move files. */
  static TapeParts start(
      TapeSettings settings, Ground ground, Areas areas, Threads threads, Running running)
      throws StartFailure {
    TapeLibraries libraries = TapeDrivers.open(settings, ground, running);
    Alarms alarms = new Alarms(ground.transactions(), ground.tokens());
    BoardParts.watch(settings.libraries(), ground, alarms, threads, running);
    running.add(
        "alarms", Repeated.every(ALARMS_CHECK, "alarms", alarms::forgetWhatIsOver, threads));
    Drives drives =
        new Drives(ground.transactions(), libraries, ground.tokens(), settings.driveLease());
    Site site = new Site(settings, ground, areas.stages(), libraries, drives, alarms, threads);
    Buffers buffers = buffers(site, running);
    Migrations migrations = migrations(site, running);
    RecallParts recalls =
        new RecallParts(
            settings.recall(),
            ground.transactions(),
            new RecallParts.Storage(ground.locator(), ground.books(), buffers),
            new RecallParts.Tape(libraries, drives),
            alarms,
            ground.tokens());
    running.add("recalls", new RecallEngine(recalls, threads.timer(), threads.calls()));
    Recalls wishes = recalls.recalls(threads.calls());
    BoundedPins pins =
        new BoundedPins(
            wishes,
            areas.stages(),
            ground.books().settings(),
            ground.locator().areas(),
            threads.calls());
    running.add(
        "sizes of areas", Repeated.every(SIZES_CHECK, "sizes of areas", pins::look, threads));
    Scrub scrub = scrub(site, running);
    TapeReport report = report(site, buffers, scrub);
    return new TapeParts(
        buffers,
        pins,
        waiting(site, migrations),
        rebuild(site),
        new ReportDamage(ground.transactions(), ground.locator(), alarms).functions(),
        routes(site, wishes),
        new BackendView.Tape(libraries, report));
  }

  private static Buffers buffers(Site site, Running running) {
    Ground ground = site.ground();
    BufferParts parts =
        new BufferParts(
            site.areas(),
            ground.transactions(),
            ground.locator(),
            ground.books(),
            ground.tokens(),
            FilesAtWork.NONE);
    Buffers buffers = new Buffers(parts, new BufferAlarms(site.alarms()), site.threads().calls());
    running.add(
        "buffers",
        Repeated.every(site.settings().bufferCheck(), "buffers", buffers::wake, site.threads()));
    return buffers;
  }

  private static Migrations migrations(Site site, Running running) {
    MigrationGround ground = site.migrating();
    Threads threads = site.threads();
    running.add(
        "removals from tape",
        new Removals(ground, site.settings().migration(), threads.timer(), threads.calls()));
    return running.add(
        "migrations",
        new Migrations(
            ground, site.settings().migration(), site.areas(), threads.timer(), threads.calls()));
  }

  private static Scrub scrub(Site site, Running running) {
    Ground ground = site.ground();
    return running.add(
        "scrub",
        new Scrub(
            new Scrub.Ground(
                ground.transactions(), ground.locator(), site.alarms(), ground.tokens()),
            site.settings().scrub(),
            Thread::sleep,
            site.threads().timer(),
            site.threads().calls()));
  }

  private static AfterTape.Waiting waiting(Site site, Migrations migrations) {
    Ground ground = site.ground();
    return new AfterTape.Waiting(
        ground.transactions(),
        ground.locator(),
        ground.tokens(),
        site.areas()::isAfterTape,
        site.settings().afterTape(),
        migrations::wake,
        Thread::sleep);
  }

  private static TapeReport report(Site site, Buffers buffers, Scrub scrub) {
    return new TapeReport(
        site.ground().transactions(),
        new TapeReport.Tape(site.libraries(), site.drives()),
        new MigrationDesk(site.migrating()),
        buffers,
        scrub,
        site.alarms(),
        site.ground().tokens());
  }

  private static RebuildOrder rebuild(Site site) {
    Ground ground = site.ground();
    Rebuild rebuild =
        new Rebuild(
            ground.transactions(),
            ground.locator(),
            ground.books(),
            ground.tokens(),
            new TapeEngines());
    return new RebuildOrder(rebuild, ground.locator(), System::nanoTime);
  }

  private static TapeRoutes routes(Site site, Staging recalls) {
    Ground ground = site.ground();
    Refresh refresh =
        new Refresh(
            ground.locator(),
            new Release(ground.transactions(), ground.books(), new TapeEngines()),
            new RequestedReturn(ground.transactions(), recalls, ground.tokens()),
            site.alarms(),
            ground.tokens());
    return new TapeRoutes(
        new MigrationDesk(site.migrating()),
        refresh,
        new ForgottenObjects(ground.transactions(), ground.locator(), site.libraries()));
  }
}
