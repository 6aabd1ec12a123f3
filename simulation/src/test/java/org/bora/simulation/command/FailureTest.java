package org.bora.simulation.command;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bora.simulation.site.Only;
import org.bora.simulation.site.Site;
import org.junit.jupiter.api.Test;

/** The report and picture of a run that contradicts a promise. */
class FailureTest {
  private static final Site.Settings PART =
      Site.Settings.defaults()
          .disturbedFor(Duration.ofSeconds(42))
          .with(new Only(Optional.of(new TreeSet<>(Set.of(17, 3))), Optional.of(Set.of(2))));

  private static String told(Site.Settings settings) {
    return String.join("\n", new Failure(SampleOutcome.of(settings, true), settings).lines("c0"));
  }

  @Test
  void theCommandReplaysTheSmallRun() {
    assertTrue(
        told(PART)
            .endsWith(
                "again at commit c0: ./bora simulate --seed 7 --until 42s --only-clients 2"
                    + " --only-faults 3,17"),
        () -> told(PART));
    assertTrue(told(Site.Settings.defaults()).endsWith("./bora simulate --seed 7"));
  }

  @Test
  void theStoryHasFaultsAndTheNamesThatMatterWithTheirAnswers() {
    String told = told(PART);
    assertTrue(told.contains("fault 17, kill of a backend"), told);
    assertTrue(told.contains("srmRm client-2.1-3\n"), told);
    assertTrue(told.contains("srmRm: SUCCESS"), told);
    assertFalse(told.contains("client-2.1-33"), told);
  }

  @Test
  void programsAreToldTheSame() {
    Site.Settings whole = Site.Settings.defaults();
    String json =
        new Found(SampleOutcome.of(whole, true), whole, SampleOutcome.of(PART, true), PART, 12)
            .json("c0");
    assertTrue(json.startsWith("{\"seed\":7,\"trace\":\"abc\",\"commit\":\"c0\","), json);
    assertTrue(json.contains("\"command\":\"./bora simulate --seed 7\",\"found\":[\"I1: "), json);
    assertTrue(json.contains("\"comparedRuns\":12,\"smallest\":{\"faults\":"), json);
    assertTrue(
        json.contains(
            "\"command\":\"./bora simulate --seed 7 --until 42s --only-clients 2"
                + " --only-faults 3,17\""),
        json);
    assertTrue(json.contains("fault 17, kill of a backend\""), json);
    assertFalse(json.contains("fault 16"), json);
  }
}
