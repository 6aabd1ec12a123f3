package org.bora.simulation.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output of {@code bora simulate}. */
class SimulateIT {
  private static final Pattern TRACE = Pattern.compile("\"trace\":\"([0-9a-f]+)\"");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... words) throws IOException {
    out.reset();
    err.reset();
    try (PrintStream told = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream complained = new PrintStream(err, true, StandardCharsets.UTF_8)) {
      return Simulate.run(told, complained, words);
    }
  }

  private String told() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String trace() {
    Matcher found = TRACE.matcher(told());
    assertTrue(found.find(), told());
    return found.group(1);
  }

  @Test
  void aSeedIsReplayed() throws IOException {
    assertEquals(0, run("--seed=3", "--json"), this::told);
    String trace = trace();
    assertEquals(0, run("--seed=3", "--json"), this::told);
    assertEquals(trace, trace());
    assertTrue(told().contains("\"command\":\"./bora simulate --seed 3\""), told());
    assertTrue(told().contains("\"neverCalled\":[\"annotate\","), told());
  }

  @Test
  void theSummaryTellsFaultsAndAnswers() throws IOException {
    assertEquals(0, run("--seed=5"), this::told);
    assertTrue(told().startsWith("1 runs, "), told());
    assertTrue(told().contains("failover of the database"), told());
    assertTrue(told().contains("srmPutDone SUCCESS"), told());
    assertTrue(told().contains("times real time; under faults alone "), told());
    assertTrue(told().contains("states of put_file 5 of 5"), told());
    assertFalse(told().contains("picture: "), told());
  }

  @Test
  void theTimeLineIsWrittenWhereItIsWanted(@TempDir Path directory) throws IOException {
    Path picture = directory.resolve("run.svg");
    assertEquals(0, run("--seed=5", "--until=30s", "--traces", "--picture=" + picture));
    assertTrue(told().matches("(?s)5 [0-9a-f]{16}\n.*\npicture: " + picture + "\n"), told());
    assertTrue(Files.readString(picture).contains("Seed 5: no contradiction"));
  }

  @Test
  void consecutiveSeedsFollowUntilTheTimeIsOver() throws IOException {
    assertEquals(0, run("--seed=7", "--for=1s", "--json"), this::told);
    assertTrue(told().startsWith("{\"seed\":7,\"runs\":"), told());
  }

  @Test
  void wrongOptionsAreSaid() throws IOException {
    assertEquals(2, run("--for=soon"));
    assertTrue(err.toString(StandardCharsets.UTF_8).contains("--for needs a time"), err::toString);
    assertEquals(2, run("--for=-5s"));
    assertEquals(2, run("--seed=x"));
    assertEquals(2, run("--sed=1"));
    assertEquals(2, run("--json=yes"));
    assertEquals(2, run("--only-faults=1,x"));
  }
}
