package org.bora.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class KilledWriterIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  @Test
  void whatWasAnsweredBeforeTheKillStandsInTheFile() throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ShortLived.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<String> answered = new ArrayList<>();
    try (BufferedReader answers =
        new BufferedReader(
            new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
      while (answered.size() < 500) {
        answered.add(answers.readLine());
      }
      writer.toHandle().destroyForcibly(); // SIGKILL; what is in the pipe can still be read
      answers.lines().filter(line -> line.matches("\\d/\\d+")).forEach(answered::add);
    } finally {
      writer.destroyForcibly().waitFor();
    }

    Set<String> written = new HashSet<>();
    int torn = 0;
    for (String line : Files.readAllLines(directory.resolve("audit-bora.log"))) {
      try {
        JsonNode read = JSON.readTree(line);
        if (read.has("text")) {
          written.add(read.get("text").asString());
        }
      } catch (JacksonException notWhole) {
        torn++;
      }
    }
    answered.removeLast(); // may have been cut in the pipe
    answered.removeIf(written::contains);
    assertEquals(List.of(), answered, "answered, and no line tells of it");
    assertTrue(torn <= 1, torn + " lines are not whole");
  }
}
