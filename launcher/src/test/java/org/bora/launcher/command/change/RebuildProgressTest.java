package org.bora.launcher.command.change;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.bora.launcher.progress.Progress;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What the backend tells of a rebuild, as people read it. */
class RebuildProgressTest {
  private static Optional<String> told(String json) {
    return RebuildCommand.progress(JsonMapper.builder().build().readTree(json)).map(Progress::text);
  }

  @Test
  void theAreaIsOneOfAll() {
    assertEquals(
        Optional.of("atlas (2 of 3): 50 %, about 10 s left, 600 files, 60/s, 10 s so far"),
        told(
            """
            {"running":true,"area":"atlas","number":2,"areas":3,"files":600,"part":0.5,"seconds":10}
            """));
  }

  @Test
  void oneAreaAloneNeedsNoNumber() {
    assertEquals(
        Optional.of("atlas: 600 files, 60/s, 10 s so far"),
        told(
            """
            {"running":true,"area":"atlas","number":1,"areas":1,"files":600,"part":0.0,"seconds":10}
            """));
  }

  @Test
  void whereNoRebuildRunsNothingIsTold() {
    assertEquals(Optional.empty(), told("{\"running\":false,\"area\":\"\",\"files\":0}"));
    assertEquals(Optional.empty(), told("{}"));
  }
}
