package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.bora.simulation.ScheduledPauses;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.sql.SimulatedDatabase;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checks find each kind of contradiction. */
class ChecksIT {
  @TempDir private Path directory;

  private final Choices choices = Choices.seeded(1);
  private final Scheduler scheduler = new Scheduler(choices, Instant.parse("2026-11-20T12:00:00Z"));
  private final Journal journal = new Journal();
  private final Report report = new Report(scheduler, Only.ALL);

  /** The contradictions in an area of size 0, for which empty books are correct. */
  private List<String> found() {
    SimulatedDatabase database =
        new SimulatedDatabase(
            new ScheduledPauses(scheduler), scheduler.clock(), new SplittableRandom(1));
    Disk disk = new Disk(scheduler, choices, Conditions.drawnFrom(choices), directory);
    scheduler.run(() -> new Checks(disk, database, journal, report, 0).run());
    return report.contradictions();
  }

  private void assertFound(String... promises) {
    List<String> found = found();
    assertEquals(promises.length, found.size(), found::toString);
    for (int at = 0; at < promises.length; at++) {
      assertTrue(found.get(at).startsWith(promises[at] + ": "), found::toString);
    }
  }

  private void file(String name) throws IOException {
    Files.writeString(directory.resolve(name), "x");
  }

  @Test
  void anEmptySiteKeepsItsPromises() {
    journal.own("nothing");
    assertFound();
  }

  @Test
  void anAcknowledgedFileThatIsGone() {
    journal.own("a").holds("x");
    assertFound("I1");
  }

  @Test
  void aFileThatWasRemovedAndIsBackOutsideTheBooks() throws IOException {
    journal.own("a").holds(Name.ABSENT);
    file("a");
    assertFound("I1", "I7");
  }

  @Test
  void aFileThatNobodyWrote() throws IOException {
    file("b");
    assertFound("I2", "I7");
  }

  @Test
  void anUploadThatIsLeft() throws IOException {
    file(Upload.hiddenName(new UUID(1, 2)));
    assertFound("I5");
  }

  @Test
  void aMoveThatLeftBothNames() throws IOException {
    Name from = journal.own("from");
    from.holds("x");
    Name to = journal.own("to");
    journal.moves(from, to);
    file("from");
    file("to");
    assertFound("I1", "I7", "I7");
  }

  @Test
  void aMoveThatLeftNeither() {
    Name from = journal.own("from");
    from.holds("x");
    journal.moves(from, journal.own("to"));
    assertFound("I1");
  }
}
