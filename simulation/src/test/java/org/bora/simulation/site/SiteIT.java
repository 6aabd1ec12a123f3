package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backends as they are, on the scheduler, with one database and one directory. */
class SiteIT {
  private static final long SEEDS = 6;

  @TempDir private Path directory;

  private Outcome run(long seed, Site.Settings settings) throws IOException {
    return new Site(seed, settings, Files.createTempDirectory(directory, "run")).run();
  }

  private Outcome run(long seed) throws IOException {
    return run(seed, Site.Settings.defaults());
  }

  @Test
  void theSameSeedLeadsToTheSameRun() throws IOException {
    Outcome first = run(1);
    Outcome again = run(1);
    assertEquals(first.trace(), again.trace());
    assertEquals(first.events(), again.events());
    assertNotEquals(first.trace(), run(2).trace());
  }

  @Test
  void oneBackendServesItsClientsAndComesToRest() throws IOException {
    Outcome alone = run(1, new Site.Settings(1, 3, Duration.ofMinutes(5)));
    assertEquals(List.of(), alone.contradictions());
    assertTrue(alone.statuses().containsKey("srmPutDone SUCCESS"), alone.statuses().toString());
  }

  @Test
  void whatClientsWereToldHoldsWhateverDies() throws IOException {
    Set<String> faults = new TreeSet<>();
    Set<String> answers = new TreeSet<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      Outcome outcome = run(seed);
      assertEquals(List.of(), outcome.contradictions(), "seed " + seed);
      faults.addAll(outcome.faults().keySet());
      answers.addAll(outcome.statuses().keySet());
    }
    assertEquals(
        Set.of(
            "kill of a backend",
            "death in a call of the disk",
            "standstill in a call of the disk",
            "start of a backend",
            "backend stands still",
            "failover of the database",
            "lost answer to a commit",
            "deadlock",
            "client disappears"),
        faults);
    assertTrue(
        answers.containsAll(
            Set.of(
                "srmPrepareToPut SPACE_AVAILABLE",
                "srmPutDone SUCCESS",
                "srmPutDone asked again",
                "srmPrepareToGet FILE_PINNED",
                "srmReleaseFiles SUCCESS",
                "srmLs SUCCESS",
                "srmMv SUCCESS",
                "srmRm SUCCESS",
                "srmAbortRequest SUCCESS")),
        answers.toString());
  }
}
