package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import javax.sql.DataSource;
import org.bora.simulation.ScheduledPauses;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.sql.SimulatedDatabase;
import org.junit.jupiter.api.Test;

class LeftoversTest {
  private static final String PROCESS = "backend-1.1";

  private final Scheduler scheduler =
      new Scheduler(Choices.seeded(1), Instant.parse("2026-11-20T12:00:00Z"));
  private final Report report = new Report(scheduler, Only.ALL);
  private final SimulatedDatabase database =
      new SimulatedDatabase(
          new ScheduledPauses(scheduler), scheduler.clock(), new SplittableRandom(1));

  private interface Work {
    void on(DataSource source) throws SQLException;
  }

  /** Number of contradictions when a thread has done this and ended. */
  private int left(Work work) {
    scheduler.ends(new Leftovers(scheduler, database, List.of(), report)::ended);
    DataSource source = database.connectForTransactions(PROCESS);
    scheduler.run(
        () -> {
          scheduler.start(
              PROCESS,
              "work",
              () -> {
                try {
                  work.on(source);
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
          scheduler.sleep(Duration.ofMinutes(1));
        });
    return report.contradictions().size();
  }

  @Test
  void aConnectionIsClosedByTheThreadThatOpenedIt() {
    assertEquals(
        0,
        left(
            source -> {
              try (Connection open = source.getConnection()) {
                assertTrue(open.isValid(1));
              }
            }));
    assertEquals(0, database.openSessions(PROCESS));
  }

  @Test
  void oneThatIsLeftIsFound() {
    assertEquals(1, left(source -> assertTrue(source.getConnection().isValid(1))));
    assertTrue(report.contradictions().getFirst().startsWith("I15: backend-1.1/work"));
  }

  @Test
  void aThreadThatIsKilledLeavesNothingThatItCouldHaveClosed() {
    assertEquals(
        0,
        left(
            source -> {
              assertTrue(source.getConnection().isValid(1));
              scheduler.kill(PROCESS);
              database.crash(PROCESS);
            }));
  }

  @Test
  void anAnswerThatComesLongAfterItsDeadlineIsFound() {
    Duration bound = Duration.ofSeconds(60);
    scheduler.run(
        () -> {
          long began = scheduler.nanos();
          scheduler.sleep(bound.plusMillis(900));
          report.took("/CN=a", "srmLs", began, bound);
          assertEquals(List.of(), report.contradictions());
          scheduler.sleep(Duration.ofMillis(101));
          report.took("/CN=a", "srmLs", began, bound);
          assertEquals(1, report.contradictions().size());
        });
  }
}
