package org.bora.gridftp.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bora.gridftp.server.GridFtpServer;
import org.bora.gridftp.server.ThrowawayGrid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process loads that logs in: our provider, and nothing of the one jGlobus brings. */
class OwnProviderOnlyIT {

  @TempDir Path directory;

  @Test
  void jGlobusOwnSecurityContextIsNeverLoaded() throws IOException, InterruptedException {
    ThrowawayGrid grid = ThrowawayGrid.open();
    Path out = directory.resolve("out");
    try (GridFtpServer server = GridFtpServer.start(grid, directory)) {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xlog:class+load:stdout",
                  "-cp",
                  System.getProperty(
                      "surefire.test.class.path", System.getProperty("java.class.path")),
                  OneLogin.class.getName(),
                  Integer.toString(server.port()),
                  grid.trust().toString(),
                  grid.file("proxies/alice").toString())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the process ends");
      assertEquals(0, process.exitValue(), () -> read(out).toString());
    }
    List<String> lines = read(out);
    assertTrue(lines.stream().anyMatch(l -> l.contains("Passed[extent=logged in")), "logged in");
    assertTrue(lines.stream().anyMatch(l -> l.contains(" org.bora.gridftp.gss.GsiContext ")));
    assertFalse(lines.stream().anyMatch(l -> l.contains("GlobusGSSContextImpl")));
    assertFalse(lines.stream().anyMatch(l -> l.contains("GlobusGSSManagerImpl")));
  }

  private static List<String> read(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
