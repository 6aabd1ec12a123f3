package org.bora.backend.turl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What globus-url-copy and a GridFTP server make of our escapes. Skipped where there are none. */
class TurlIT {

  private static final List<String> NAMES =
      List.of(
          "a b",
          "a+b",
          "a@b",
          "100%",
          "a%41",
          "gr\u00fc-\u20ac",
          "a#b?c",
          "a;b:c",
          "[a]*{b}",
          "~a\\\"b'");

  @TempDir Path dir;
  private Path grid;
  private GridFtpEndpoint door;

  @BeforeEach
  void startsAGrid() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/globus-url-copy")), "no globus-url-copy");
    assumeTrue(Files.isExecutable(Path.of("/usr/sbin/globus-gridftp-server")), "no GridFTP server");
    grid = dir.resolve("grid");
    assertEquals(0, run("../../launcher/try-grid/grid-up '" + grid + "'"), "grid-up");
    String url =
        Files.readAllLines(grid.resolve("endpoints")).stream()
            .filter(line -> line.startsWith("gridftp1 "))
            .map(line -> line.split(" ", -1)[1])
            .findFirst()
            .orElseThrow();
    door = new GridFtpEndpoint("one", "localhost", URI.create(url).getPort(), "");
  }

  @AfterEach
  void stopsTheGrid() throws IOException, InterruptedException {
    if (grid != null) {
      run("../../launcher/try-grid/grid-down '" + grid + "' --purge");
    }
  }

  private int run(String script) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("bash", "-c", script)
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("output").toFile())
            .start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return -1;
    }
    return process.exitValue();
  }

  @Test
  void namesReachTheServerAsTheyAre() throws IOException, InterruptedException {
    Turls.Way way = new SiteTurls.ThroughServer(door);
    Path source = Files.writeString(dir.resolve("source"), "content");
    Path back = dir.resolve("back");
    for (String name : NAMES) {
      Path target = grid.resolve("data").resolve(name);
      String turl = way.turl(target.toString());
      String copy = ". '" + grid + "/env.sh' && globus-url-copy '%s' '%s'";

      assertEquals(0, run(copy.formatted("file://" + source, turl)), "put of " + name);
      assertEquals("content", Files.readString(target), name);
      assertEquals(0, run(copy.formatted(turl, "file://" + back)), "get of " + name);
      assertEquals("content", Files.readString(back), name);
    }
  }
}
