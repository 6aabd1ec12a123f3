package org.bora.simulation.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How {@code .ci/nightly} handles the results of its parts. */
class NightlyIT {
  private static final Path SCRIPT = Path.of("../.ci/nightly");

  @TempDir private Path root;
  private String printed;

  @BeforeEach
  void allIsWell() throws IOException {
    Files.createDirectories(root.resolve(".ci"));
    Files.createDirectories(root.resolve("simulation/bugs"));
    script(".ci/nightly", Files.readString(SCRIPT));
    Files.writeString(root.resolve("simulation/bugs/known.patch"), "open: it needs luck\n");
    part("build", "echo \"built ${BORA_NO_BUILD:-first}\"");
    part("run", "echo \"7 abc $* ${BORA_NO_BUILD:-}\"");
    part("same-traces", "echo \"$1 seeds led to the same trace\"");
    part("put-back", "echo '{\"failed\":[{\"seed\":1000,\"found\":[]}]}'; exit 1");
  }

  private void part(String name, String text) throws IOException {
    script("simulation/" + name, "#!/bin/bash\n" + text + "\n");
  }

  private void script(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private int nightly(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(root.resolve(".ci/nightly").toString()));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor();
  }

  private String log() throws IOException {
    try (Stream<Path> all = Files.list(root.resolve("target/nightly"))) {
      List<Path> logs = all.filter(path -> path.toString().endsWith(".log")).toList();
      assertEquals(1, logs.size(), logs::toString);
      return Files.readString(logs.getFirst());
    }
  }

  @Test
  void theLogHasSeedsTracesFaultsAndTheResult() throws Exception {
    assertEquals(0, nightly("--seeds", "5m", "--traces", "3"));
    assertTrue(printed.startsWith("nightly: all is well (commit "), printed);
    String log = log();
    assertTrue(log.startsWith("commit "), log);
    assertTrue(log.contains("built first\n"), log);
    assertTrue(log.contains("7 abc --for=5m --traces 1\n"), log);
    assertTrue(log.contains("3 seeds led to the same trace\n"), log);
    assertTrue(log.matches("(?s).*put back: known, found in [0-9]+ s by seed 1000\n.*"), log);
    assertTrue(log.contains("result 0: all is well"), log);
  }

  @Test
  void aContradictionCountsMoreThanAPartThatBrokeOff() throws Exception {
    part("run", "exit 1");
    part("put-back", "exit 4");
    assertEquals(1, nightly());
    assertTrue(log().contains("seeds: a promise is contradicted\n"), log());
    assertTrue(log().contains("put back: known: broke off (exit code 4)\n"), log());
  }

  @Test
  void aPartThatBreaksOffIsNotWell() throws Exception {
    part("same-traces", "exit 2");
    assertEquals(3, nightly());
    assertTrue(printed.startsWith("nightly: not all was done"), printed);
  }

  @Test
  void nothingIsRunWhereTheBuildFails() throws Exception {
    part("build", "exit 1");
    assertEquals(3, nightly());
    assertTrue(printed.startsWith("nightly: not all was done"), printed);
    assertTrue(log().contains("build: failed (exit code 1)\n"), log());
    assertFalse(log().contains("== fresh seeds"), log());
  }

  @Test
  void aFaultWhosePatchNamesAFileThatHasMovedIsNotFound() throws Exception {
    script("simulation/put-back", Files.readString(Path.of("put-back")));
    Files.createDirectories(root.resolve("fuzz"));
    Files.createDirectories(root.resolve("simulation/target"));
    Files.writeString(root.resolve("fuzz/jdk"), "");
    Files.writeString(root.resolve("simulation/target/fuzz.classpath"), "none\n");
    Files.writeString(
        root.resolve("simulation/bugs/known.patch"), "--- a/moved/A.java\n+++ b/moved/A.java\n");
    assertEquals(3, nightly());
    assertTrue(log().contains("put back: known: broke off (exit code 4)\n"), log());
  }

  @Test
  void aFaultThatIsNotFoundIsWrongUnlessThatIsKnown() throws Exception {
    part("put-back", "exit 0");
    assertEquals(0, nightly());
    Files.writeString(root.resolve("simulation/bugs/known.patch"), "seed: 5\n");
    Files.delete(latest());
    assertEquals(1, nightly());
    assertTrue(log().contains("put back: known, NOT FOUND\n"), log());
  }

  private Path latest() throws IOException {
    try (Stream<Path> all = Files.list(root.resolve("target/nightly"))) {
      return all.filter(path -> path.toString().endsWith(".log")).findFirst().orElseThrow();
    }
  }

  @Test
  void nothingTakesLongerThanItMay() throws Exception {
    part("run", "sleep 60");
    assertEquals(3, nightly("--seeds", "1s", "--most", "2s"));
    assertTrue(log().contains("seeds: the time was over\n"), log());
    assertTrue(log().contains("put back: known: the time was over\n"), log());
  }

  @Test
  void itSaysWhatItDoesAndWhatItDoesNotUnderstand() throws Exception {
    assertEquals(0, nightly("--help"));
    assertTrue(printed.startsWith(".ci/nightly [--seeds TIME]"), printed);
    assertEquals(2, nightly("--most", "soon"));
    assertTrue(printed.contains("--most needs a time such as 90s, 10m or 1h"), printed);
    assertEquals(2, nightly("--seed", "1"));
    assertEquals(2, nightly("--seeds", "9h"));
    assertEquals(2, nightly("--traces"));
  }
}
