package org.bora.backend.stage.migration;

import java.util.List;
import org.bora.backend.ledger.MigrationRow;
import org.bora.backend.ledger.MigrationTable;
import org.bora.storage.spi.TapeTrouble;

/** Raises the alarms of migration. No failure makes migration give up a file. */
final class MigrationAlarms {
  private static final int NAMED = 3;

  private final MigrationGround ground;
  private final MigrationSettings settings;
  private final MigrationTable migrations = new MigrationTable();

  MigrationAlarms(MigrationGround ground, MigrationSettings settings) {
    this.ground = ground;
    this.settings = settings;
  }

  private static String spoiledKey(Source source) {
    return "damaged " + source.file().area() + " " + source.file().id();
  }

  private static String fullKey(String library) {
    return "tape-full " + library;
  }

  /** Reports that a file differs from what was stored. */
  void spoiled(Source source, String text) {
    ground.alarms().raise(spoiledKey(source), "file " + source.name() + ": " + text);
  }

  /** Reports that a file is as it was stored, whatever was reported before. */
  void whole(Source source) {
    if (source.row().tries() > 0) {
      ground.alarms().clear(spoiledKey(source));
    }
  }

  /** The tape system did not copy a file. */
  void failed(Source source, TapeTrouble trouble) {
    if (trouble.kind() == TapeTrouble.Kind.NO_SPACE) {
      ground
          .alarms()
          .raise(
              fullKey(source.row().library()),
              "tape library "
                  + source.row().library()
                  + " has no room: "
                  + trouble.text()
                  + ". Give it more volumes, or remove files; what waits is tried again by itself");
    }
  }

  /** It does copy. */
  void copied(String library) {
    ground.alarms().clear(fullKey(library));
  }

  /** Looks whether files of a library keep failing; one alarm tells of all of them. */
  void look(String library) {
    String key = "migration " + library;
    List<MigrationRow> failing =
        ground
            .transactions()
            .read(sql -> migrations.failing(sql, library, settings.alarmAfter(), NAMED));
    if (failing.isEmpty()) {
      ground.alarms().clear(key);
      return;
    }
    long all =
        ground
            .transactions()
            .read(sql -> migrations.countFailing(sql, library, settings.alarmAfter()));
    MigrationRow worst = failing.getFirst();
    ground
        .alarms()
        .raise(
            key,
            all
                + " files do not get onto tape library "
                + library
                + " (each failed "
                + settings.alarmAfter()
                + " times or more). They stay on disk and are tried again for ever. The one that"
                + " failed most, "
                + worst.file()
                + " of area "
                + worst.area()
                + ", says: "
                + worst.failure()
                + ". './bora tape' lists them; mend the cause");
  }
}
