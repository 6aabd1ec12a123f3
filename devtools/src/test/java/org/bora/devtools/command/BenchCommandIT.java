package org.bora.devtools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchCommandIT {
  @TempDir private Path checkout;

  @BeforeEach
  void aScriptAndAScenario() throws IOException {
    Files.createDirectories(checkout.resolve("load-tests/scenarios"));
    Files.writeString(checkout.resolve("load-tests/scenarios/stress.scn"), "title: x\n");
    for (String script : List.of("bench-put", "play-scenario")) {
      Path file = checkout.resolve("load-tests/" + script);
      Files.writeString(
          file, "#!/bin/sh\necho " + script + " \"$@\" > " + checkout + "/said\nexit 7\n");
      file.toFile().setExecutable(true);
    }
  }

  @Test
  void aScriptOfThatNameIsRunWithItsOptions() throws IOException {
    assertEquals(7, bench("put", "--puts", "3"));
    assertEquals("bench-put --puts 3\n", Files.readString(checkout.resolve("said")));
  }

  @Test
  void aScenarioOfThatNameIsPlayed() throws IOException {
    assertEquals(7, bench("stress", "--set", "clients=1 10"));
    assertEquals(
        "play-scenario stress --set clients=1 10\n", Files.readString(checkout.resolve("said")));
  }

  @Test
  void otherNamesAreRefused() {
    assertEquals(2, bench("nothing"));
    assertEquals(2, bench("../scenarios/stress"));
    assertEquals(2, bench());
  }

  private int bench(String... arguments) {
    return new CommandLine(new BenchCommand(new Machine(checkout, false, Map.of())))
        .setUnmatchedOptionsArePositionalParams(true)
        .execute(arguments);
  }
}
