package org.bora.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code .ci/run}, with parts that do nothing: the run fails with each part that fails. */
@Timeout(60)
class ContinuousRunIT {
  private static final List<String> PARTS =
      List.of(
          "bora",
          "fuzz/run",
          "simulation/same-traces",
          "packages/ansible/test",
          "packages/repository",
          "packages/lint",
          "packages/helm/check",
          ".ci/images");

  @TempDir private Path root;
  private String printed;

  @BeforeEach
  void allIsWell() throws IOException {
    script(".ci/run", Files.readString(Path.of("../.ci/run")));
    for (String installed : List.of("promtool", "dnf", "lintian")) {
      script("path/" + installed, "#!/bin/bash\n");
    }
    for (String part : PARTS) {
      ends(part, 0);
    }
  }

  private void ends(String part, int code) throws IOException {
    script(part, "#!/bin/bash\necho \"this is %s\"\nexit %d\n".formatted(part, code));
  }

  private void script(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private int run() throws Exception {
    ProcessBuilder run =
        new ProcessBuilder(root.resolve(".ci/run").toString()).redirectErrorStream(true);
    run.environment().put("BORA_MYSQLD", "/nowhere/mysqld");
    run.environment().merge("PATH", root.resolve("path").toString(), (all, one) -> one + ":" + all);
    Process process = run.start();
    printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor();
  }

  @Test
  void everyPartRuns() throws Exception {
    assertEquals(0, run(), () -> printed);
    for (String part : PARTS) {
      assertTrue(printed.contains("this is " + part + "\n"), () -> part + " in " + printed);
    }
  }

  @Test
  void aPartThatFailsFailsTheRun() throws Exception {
    for (String part : PARTS) {
      ends(part, 1);
      assertEquals(1, run(), () -> part + ": " + printed);
      assertTrue(printed.endsWith("this is " + part + "\n"), () -> part + " in " + printed);
      ends(part, 0);
    }
  }

  @Test
  void aRoleThatIsNotTriedInTimeIsLeftOut() throws Exception {
    ends("packages/ansible/test", 124);
    assertEquals(0, run(), () -> printed);
    assertTrue(printed.contains("ansible role: left out"), printed);
    assertTrue(printed.endsWith("this is .ci/images\n"), printed);
  }

  @Test
  void aHelmThatIsNotBuiltInTimeIsLeftOut() throws Exception {
    ends("packages/helm/check", 124);
    assertEquals(0, run(), () -> printed);
    assertTrue(printed.contains("helm chart: left out"), printed);
    assertTrue(printed.endsWith("this is .ci/images\n"), printed);
  }
}
