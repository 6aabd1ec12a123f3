package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unchanged backends on the scheduler, with one database and one directory. */
class SiteIT {
  private static final long SEEDS = 4;
  private static final Path IN_MEMORY = Path.of("/dev/shm");

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

  /** A filesystem in memory lists a directory in another order than one on disk. */
  @Test
  void theOrderOfADirectoryIsInNoTrace() throws IOException {
    assumeTrue(Files.isDirectory(IN_MEMORY));
    Site.Settings settings = Site.Settings.defaults().disturbedFor(Duration.ofMinutes(2));
    Path memory = Files.createTempDirectory(IN_MEMORY, "site");
    try {
      for (long seed = 1; seed <= SEEDS; seed++) {
        Path there = Files.createDirectory(memory.resolve("run-" + seed));
        assertEquals(run(seed, settings).trace(), new Site(seed, settings, there).run().trace());
      }
    } finally {
      try (Stream<Path> left = Files.walk(memory)) {
        for (Path one : left.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(one);
        }
      }
    }
  }

  @Test
  void oneBackendServesItsClientsAndComesToRest() throws IOException {
    Outcome alone = run(1, new Site.Settings(1, 3, Duration.ofMinutes(5), Only.ALL));
    assertEquals(List.of(), alone.contradictions());
    assertTrue(alone.statuses().containsKey("srmPutDone SUCCESS"), alone.statuses().toString());
  }

  @Test
  void aPartOfARunHasNoOtherFaultsAndClients() throws IOException {
    Only part = new Only(Optional.of(Set.of(2, 5)), Optional.of(Set.of(1)));
    Site.Settings settings =
        Site.Settings.defaults().disturbedFor(Duration.ofMinutes(3)).with(part);
    Outcome outcome = run(1, settings);
    assertEquals(List.of(), outcome.contradictions());
    assertEquals(outcome.trace(), run(1, settings).trace());
    assertEquals(
        List.of(2, 5),
        outcome.story().stream()
            .filter(moment -> moment.kind() == Moment.Kind.FAULT)
            .map(Moment::number)
            .toList());
    assertTrue(
        outcome.story().stream()
            .filter(moment -> moment.kind() != Moment.Kind.FAULT) // may belong to any client
            .map(Moment::lane)
            .noneMatch(lane -> lane.startsWith("client-") && !lane.startsWith("client-1")));
  }

  @Test
  void whatClientsWereToldHoldsWhateverDies() throws IOException {
    Set<String> faults = new TreeSet<>();
    Set<String> answers = new TreeSet<>();
    Set<String> moves = new TreeSet<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      Outcome outcome = run(seed);
      assertEquals(List.of(), outcome.contradictions(), "seed " + seed);
      faults.addAll(outcome.faults().keySet());
      answers.addAll(outcome.statuses().keySet());
      moves.addAll(outcome.moves().keySet());
    }
    Set<String> wanted =
        Set.of(
            "kill of a backend",
            "death in a call of the disk",
            "death in a commit",
            "standstill in a call of the disk",
            "standstill in a commit",
            "standstill before a change under a claim",
            "a statement is answered late",
            "a statement is answered after the end",
            "failover in a call of the disk",
            "failover in a commit",
            "deadlock after a call of the disk",
            "deadlock after a commit",
            "disk is full",
            "start of a backend",
            "backend stands still",
            "failover of the database",
            "lost answer to a commit",
            "deadlock",
            "client disappears",
            "tape drive hangs",
            "power cut",
            "drain of a backend",
            "rebuild of the books");
    assertTrue(faults.containsAll(wanted), faults.toString());
    assertTrue(
        moves.containsAll(Set.of("migrated to tape", "recalled from tape", "removed from tape")),
        moves.toString());
    assertTrue(
        answers.containsAll(
            Set.of(
                "srmPrepareToPut SPACE_AVAILABLE",
                "srmPutDone SUCCESS",
                "srmPutDone asked again",
                "beginUpload SPACE_AVAILABLE",
                "open SUCCESS",
                "srmPrepareToGet FILE_PINNED",
                "srmReleaseFiles SUCCESS",
                "srmLs SUCCESS",
                "srmMv SUCCESS",
                "srmRm SUCCESS",
                "srmAbortRequest SUCCESS")),
        answers.toString());
  }
}
