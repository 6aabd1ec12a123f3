package org.bora.launcher.wire;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.buffer.BufferParts;
import org.bora.backend.stage.buffer.Buffers;
import org.bora.backend.stage.buffer.Buffers.BufferAlarm;
import org.bora.backend.stage.buffer.TapeEngines;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.stage.migration.MigrationGround;
import org.bora.backend.stage.migration.Migrations;
import org.bora.backend.stage.migration.Removals;
import org.bora.backend.stage.rebuild.Rebuild;
import org.bora.backend.stage.recall.RecallEngine;
import org.bora.backend.stage.recall.RecallParts;
import org.bora.backend.stage.recall.RecallSettings;
import org.bora.backend.stage.recall.RecallTable;
import org.bora.backend.stage.recall.Recalls;
import org.bora.backend.stage.report.TapeReport;
import org.bora.launcher.config.LibrarySettings;
import org.bora.launcher.config.LibrarySettings.TapeSystem;
import org.bora.launcher.config.TapeSettings;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.tape.virtual.TapeTime;
import org.bora.storage.tape.virtual.VirtualLibrary;

/**
 * The engines between disk and tape, over what lasts. A site without tape has them too, with
 * nothing to do: files of an area that was on tape once may still have copies.
 *
 * @param verbs for the administrator
 */
record TapeParts(Buffers buffers, Migrations migrations, Recalls recalls, TapeVerbs verbs) {
  private static final Duration DRIVE_LEASE = Duration.ofMinutes(1);

  /** Opens and checks the tape systems: what does not work is said before anybody relies on it. */
  static TapeLibraries open(TapeSettings settings, Clock clock, Running running)
      throws StartFailure {
    Map<String, TapeDriver> drivers = new HashMap<>();
    for (LibrarySettings library : settings.libraries()) {
      String name = "tape library " + library.name();
      TapeDriver driver = running.add(name, driver(library.system(), clock));
      try {
        driver.check();
      } catch (StorageException unusable) {
        throw new StartFailure(name + ": " + unusable.getMessage());
      }
      drivers.put(library.name(), driver);
    }
    return new TapeLibraries(drivers);
  }

  private static TapeDriver driver(TapeSystem system, Clock clock) {
    return switch (system) {
      case TapeSystem.Virtual(var settings) ->
          new VirtualLibrary(settings, TapeTime.passing(clock));
    };
  }

  /** Begins to move files. */
  static TapeParts start(
      TapeSettings settings, Ground ground, Areas areas, Threads threads, Running running)
      throws StartFailure {
    TapeLibraries libraries = open(settings, ground.clock(), running);
    Alarms alarms = new Alarms(ground.transactions(), ground.tokens());
    Drives drives = new Drives(ground.transactions(), libraries, ground.tokens(), DRIVE_LEASE);
    MigrationGround migrating =
        new MigrationGround(
            ground.transactions(),
            ground.locator(),
            ground.books(),
            libraries,
            drives,
            alarms,
            ground.tokens());
    Migrations migrations =
        running.add(
            "migrations",
            new Migrations(
                migrating, settings.migration(), areas.stages(), threads.timer(), threads.calls()));
    running.add(
        "removals from tape",
        new Removals(migrating, settings.migration(), threads.timer(), threads.calls()));
    TapeReport report =
        new TapeReport(
            ground.transactions(), ground.locator(), libraries, drives, alarms, ground.tokens());
    Rebuild rebuild =
        new Rebuild(
            ground.transactions(),
            ground.locator(),
            ground.books(),
            ground.tokens(),
            new TapeEngines());
    Buffers buffers = buffers(settings, ground, areas, alarms, threads, running);
    RecallParts recalling =
        new RecallParts(
            RecallSettings.defaults(),
            ground.transactions(),
            new RecallParts.Storage(ground.locator(), ground.books(), buffers),
            new RecallParts.Tape(libraries, drives),
            alarms,
            ground.tokens());
    running.add("recalls", new RecallEngine(recalling, threads.timer(), threads.calls()));
    return new TapeParts(
        buffers,
        migrations,
        recalling.recalls(),
        new TapeVerbs(report, new RebuildVerb(rebuild, ground.locator())));
  }

  private static Buffers buffers(
      TapeSettings settings,
      Ground ground,
      Areas areas,
      Alarms alarms,
      Threads threads,
      Running running) {
    BufferParts parts =
        new BufferParts(
            areas.stages(),
            ground.transactions(),
            ground.locator(),
            ground.books(),
            ground.tokens(),
            new RecallTable()::among);
    Buffers buffers = new Buffers(parts, told(alarms), threads.calls());
    running.add(
        "buffers", Repeated.every(settings.bufferCheck(), "buffers", buffers::tend, threads));
    return buffers;
  }

  private static BufferAlarm told(Alarms alarms) {
    return new BufferAlarm() {
      @Override
      public void raise(StorageArea area, String why) {
        alarms.raise(
            key(area),
            "the buffer of area "
                + area.name()
                + " is over its high mark and nothing can leave it: "
                + why);
      }

      @Override
      public void clear(StorageArea area) {
        alarms.clear(key(area));
      }

      private static String key(StorageArea area) {
        return "buffer-full " + area.name();
      }
    };
  }
}
