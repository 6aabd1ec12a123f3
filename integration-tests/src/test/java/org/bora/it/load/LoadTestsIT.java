package org.bora.it.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.it.page.DrawnReport;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The load client: its own tests, and that the main scenario has no failures with a few clients.
 */
class LoadTestsIT {
  private static final Path LOAD_TESTS = Site.CHECKOUT.resolve("load-tests");
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private Path directory;

  @BeforeAll
  static void goIsThere() {
    boolean found =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "go")));
    assumeTrue(found, "go is not installed (golang-go)");
  }

  @Test
  void theLoadClientsOwnTestsPass() {
    Shell shell =
        new Shell(LOAD_TESTS, Map.of("GOPROXY", "off", "GOFLAGS", "-mod=mod"))
            .with("GOTOOLCHAIN", "local")
            .with("CGO_ENABLED", "0");
    shell.run(PATIENCE, "go", "vet", "./...").succeeded();
    shell.run(PATIENCE, "go", "test", "./...").succeeded();
  }

  /** As every bench runs what measures: bash by itself would hear of it when that is through. */
  @Test
  void aScriptThatIsToldToEndEndsWhatItRuns() throws Exception {
    Path begun = directory.resolve("begun");
    Path told = directory.resolve("told");
    String work =
        "trap 'touch %s; exit' TERM; touch %s; while :; do sleep 0.1; done".formatted(told, begun);
    Path script =
        Files.writeString(
            directory.resolve("script"),
            "set -euo pipefail\n. '%s/prepare.sh'\nattend bash -c \"$1\"\n".formatted(LOAD_TESTS));
    Process bench = new ProcessBuilder("bash", script.toString(), work).inheritIO().start();
    try {
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (!Files.exists(begun)) {
        assertTrue(bench.isAlive() && System.nanoTime() < end, "it does not begin");
        LockSupport.parkNanos(10_000_000);
      }
      bench.destroy();
      assertTrue(bench.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS), "it does not end");
      assertEquals(130, bench.exitValue());
      assertTrue(Files.exists(told), "what it ran was not told");
    } finally {
      bench.descendants().forEach(ProcessHandle::destroyForcibly);
      bench.destroyForcibly();
    }
  }

  /** No figure is looked at: the machine of a test has other work to do. */
  @Test
  void theStressTestRunsWithoutFailures() throws Exception {
    Path figures = directory.resolve("stress.json");
    Path report = directory.resolve("stress.html");
    try (Site site = Site.upForLoad("load")) {
      site.bora(
              "bench",
              "stress",
              "--home",
              site.home().toString(),
              "--set",
              "clients=1 3",
              "--set",
              "duration=1s",
              "--set",
              "warm-up=1s",
              "--set",
              "reference=1s",
              "--set",
              "limit=1m",
              "--json",
              figures.toString(),
              "--html",
              report.toString())
          .succeeded();
    }
    assertTrue(Files.readString(figures).contains("\"SRM_SPACE_AVAILABLE\""), "no TURL");
    assertFalse(Files.readString(report).contains("Not complete"), "not complete");
    DrawnReport drawn = DrawnReport.of(report, directory.resolve("browser"));
    assertEquals(drawn.held(), drawn.pictures().size());
    assertTrue(drawn.pictures().contains("Time of a sequence"), drawn.toString());
    assertEquals(List.of(), drawn.complaints());
    assertEquals(List.of(), drawn.asked());
  }
}
