package org.bora.simulation.site;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.Staging;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.buffer.BoundedPins;
import org.bora.backend.stage.buffer.BufferParts;
import org.bora.backend.stage.buffer.Buffers;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.stage.migration.MigrationGround;
import org.bora.backend.stage.migration.MigrationPolicy;
import org.bora.backend.stage.migration.MigrationSettings;
import org.bora.backend.stage.migration.Migrations;
import org.bora.backend.stage.migration.Removals;
import org.bora.backend.stage.recall.RecallEngine;
import org.bora.backend.stage.recall.RecallParts;
import org.bora.backend.stage.recall.RecallSettings;
import org.bora.backend.stage.recall.Recalls;
import org.bora.backend.stage.scrub.Scrub;
import org.bora.backend.stage.scrub.ScrubSettings;

/**
 * The engines between disk and tape of a backend: the product's own, started as in the launcher.
 */
final class SimulatedEngines {
  private static final Duration DRIVE_LEASE = Duration.ofMinutes(1);
  private static final Duration ALARMS_CHECK = Duration.ofMinutes(1);
  private static final int BATCH_FILES = 5;
  private static final long SCRUBBED_BYTES_PER_SECOND = 1_000;

  /** Each file is worth a mount, because the checks are about what happens to each file. */
  private static final MigrationSettings MIGRATION =
      new MigrationSettings(
          new MigrationPolicy(1, 1, Duration.ZERO, 1 << 20, BATCH_FILES),
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofSeconds(20),
          Duration.ofMinutes(5),
          3,
          Duration.ofMinutes(5));

  private final Recalls recalls;
  private final Staging staging;
  private final RoomMaker room;

  /** What the engines depend on. */
  record Ground(
      TapeSite site,
      String process,
      Transactions transactions,
      Locator locator,
      SpaceBooks books,
      TokenSource tokens,
      Transactions.Pause pause,
      Executor threads,
      ScheduledExecutorService timer) {}

  /** Starts to move files, if there is tape. */
  SimulatedEngines(Ground ground) {
    TapeSite site = ground.site();
    TapeLibraries libraries = site.libraries(ground.process());
    Alarms alarms = new Alarms(ground.transactions(), ground.tokens());
    Drives drives = new Drives(ground.transactions(), libraries, ground.tokens(), DRIVE_LEASE);
    Buffers buffers =
        new Buffers(
            new BufferParts(
                site.stages(),
                ground.transactions(),
                ground.locator(),
                ground.books(),
                ground.tokens(),
                FilesAtWork.NONE),
            Buffers.BufferAlarm.LOG_ALONE,
            ground.threads());
    RecallParts parts =
        new RecallParts(
            recalling(site.conditions()),
            ground.transactions(),
            new RecallParts.Storage(ground.locator(), ground.books(), buffers),
            new RecallParts.Tape(libraries, drives),
            alarms,
            ground.tokens());
    recalls = parts.recalls(ground.threads());
    staging =
        new BoundedPins(
            recalls,
            site.stages(),
            ground.books().settings(),
            ground.locator().areas(),
            ground.threads());
    room = site.isPresent() ? buffers : RoomMaker.NONE;
    if (site.isPresent()) {
      begin(ground, libraries, drives, alarms, buffers, parts);
    }
  }

  private static void begin(
      Ground ground,
      TapeLibraries libraries,
      Drives drives,
      Alarms alarms,
      Buffers buffers,
      RecallParts parts) {
    MigrationGround migrating =
        new MigrationGround(
            ground.transactions().toTheEnd(),
            ground.locator(),
            ground.books(),
            libraries,
            drives,
            alarms,
            ground.tokens());
    ScheduledExecutorService timer = ground.timer();
    new Removals(migrating, MIGRATION, timer, ground.threads());
    new Migrations(migrating, MIGRATION, ground.site().stages(), timer, ground.threads());
    new RecallEngine(parts, timer, ground.threads());
    new Scrub(
        new Scrub.Ground(ground.transactions(), ground.locator(), alarms, ground.tokens()),
        new ScrubSettings(SCRUBBED_BYTES_PER_SECOND, Duration.ofMinutes(10), Duration.ofMinutes(5)),
        ground.pause(),
        timer,
        ground.threads());
    every(timer, ground.site().conditions().bufferCheck(), buffers::wake);
    every(timer, ALARMS_CHECK, () -> quietly(alarms::forgetWhatIsOver));
  }

  private static void every(ScheduledExecutorService timer, Duration time, Runnable task) {
    ScheduledFuture<?> _ =
        timer.scheduleWithFixedDelay(task, time.toMillis(), time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The launcher's timer continues after a failure, too. */
  private static void quietly(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      // the database failed; the next round follows
    }
  }

  private static RecallSettings recalling(TapeConditions conditions) {
    RecallSettings usual = RecallSettings.defaults();
    return new RecallSettings(
        usual.order(),
        conditions.recallCheck(),
        1000,
        usual.damagedTries(),
        Duration.ofSeconds(5),
        Duration.ofMinutes(2),
        usual.priorities());
  }

  /** The recalls of the engines. */
  Recalls recalls() {
    return recalls;
  }

  Staging staging() {
    return staging;
  }

  /** Makes room for puts. */
  RoomMaker room() {
    return room;
  }
}
