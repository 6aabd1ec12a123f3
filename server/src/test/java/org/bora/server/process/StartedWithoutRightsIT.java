package org.bora.server.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Bora with rights of root, as examples/owners.conf gives them, passes none on. */
class StartedWithoutRightsIT {
  private static final List<String> RIGHTS =
      List.of("setpriv", "--inh-caps=+chown,+fowner", "--ambient-caps=+chown,+fowner");

  @TempDir private Path directory;

  @Test
  void aServerThatItStartsHasNoneOfThem() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root has rights to give");
    assertTrue(
        run(List.of("grep", "CapAmb", "/proc/self/status")).contains("0000000000000009"),
        "the process that stands for Bora has them");
    String bora = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String said =
        run(
            List.of(
                bora,
                "-cp",
                System.getProperty("java.class.path"),
                "--enable-native-access=ALL-UNNAMED",
                Starter.class.getName(),
                directory.toString()));
    assertEquals(
        List.of("CapInh:\t0000000000000000", "CapAmb:\t0000000000000000"),
        Files.readAllLines(directory.resolve("server.out")),
        said);
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(RIGHTS);
    words.addAll(command);
    Path out = directory.resolve("out");
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it does not end");
    return Files.readString(out);
  }

  /** Stands for Bora: starts a server that tells its rights, and waits until it has. */
  static final class Starter {
    private Starter() {}

    public static void main(String[] arguments) throws Exception {
      Path directory = Path.of(arguments[0]);
      Path told = directory.resolve("told");
      Program server =
          new Program(
              "server",
              List.of(
                  "bash",
                  "-c",
                  "grep -E 'Cap(Inh|Amb)' /proc/self/status; touch " + told + "; exec sleep 600"),
              Map.of(),
              directory.resolve("server.out"));
      Supervised child =
          new Supervised(
              server,
              new PidFile(directory.resolve("server.pid")),
              new Ending(Duration.ofSeconds(1)),
              new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1)));
      child.start();
      long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while (!Files.exists(told) && System.nanoTime() < end) {
        LockSupport.parkNanos(1_000_000);
      }
      child.stop();
    }
  }
}
