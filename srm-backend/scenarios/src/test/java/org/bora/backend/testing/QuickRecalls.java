package org.bora.backend.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.bora.backend.database.Transactions;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.stage.plan.OrderSettings;
import org.bora.backend.stage.plan.PassCost;
import org.bora.backend.stage.recall.RecallParts;
import org.bora.backend.stage.recall.RecallSettings;
import org.bora.storage.tape.model.Mechanics;
import org.bora.storage.tape.model.VirtualLibrarySettings;
import org.bora.storage.tape.virtual.TapeTime;
import org.bora.storage.tape.virtual.VirtualLibrary;

/**
 * Recalls for tests: rounds are the test's own, volumes need not gather, and tapes take no time.
 */
public final class QuickRecalls {
  private QuickRecalls() {}

  public static RecallSettings settings() {
    return new RecallSettings(
        new OrderSettings(
            Duration.ZERO,
            Duration.ofHours(1),
            Duration.ofHours(1),
            Duration.ofMinutes(30),
            100,
            1L << 40,
            PassCost.defaults()),
        Duration.ofMinutes(10),
        4,
        2,
        Duration.ofSeconds(30),
        Duration.ofMinutes(30),
        Map.of());
  }

  /** A library of ten small volumes. */
  public static VirtualLibrary library(Path directory, int drives) throws IOException {
    VirtualLibrary library =
        new VirtualLibrary(
            new VirtualLibrarySettings(directory, drives, 10, 1L << 20, Mechanics.INSTANT),
            TapeTime.passing(Clock.systemUTC()));
    library.check();
    return library;
  }

  /**
   * What recalls of a site are made of.
   *
   * @param transactions their way to the database
   */
  public static RecallParts parts(
      SmallSite site,
      Transactions transactions,
      TapeLibraries libraries,
      Drives drives,
      RoomMaker room) {
    return new RecallParts(
        settings(),
        transactions,
        new RecallParts.Storage(site.locator, site.books, room),
        new RecallParts.Tape(libraries, drives),
        new Alarms(transactions, site.tokens),
        site.tokens);
  }
}
