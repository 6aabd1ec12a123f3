package org.bora.launcher.command.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.bora.launcher.Main;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What a verb that reads a configuration takes in place of its keys. */
class SettingOptionsTest {
  @TempDir private Path directory;

  private final StringWriter said = new StringWriter();

  private int check(Map<String, String> environment, String... words) throws IOException {
    Path file =
        Files.writeString(directory.resolve("bora.yaml"), "areas: [{name: a, sfn: /a, root: a}]\n");
    CommandLine line = Main.commandLine(new Machine(directory, false, environment));
    line.setOut(new PrintWriter(said, true));
    line.setErr(new PrintWriter(said, true));
    String[] all = new String[words.length + 4];
    System.arraycopy(
        new String[] {"config", "check", "--file-only", file.toString()}, 0, all, 0, 4);
    System.arraycopy(words, 0, all, 4, words.length);
    return line.execute(all);
  }

  @Test
  void theCheckIsOfWhatWouldCount() throws IOException {
    assertEquals(
        0, check(Map.of(), "--endpoint.port=9444", "--areas[0].root=/srv/a"), said::toString);
    assertEquals(1, check(Map.of("BORA_SWEEP_BATCH", "5"), "--endpoint.port=70000"));
    assertTrue(said.toString().contains("--endpoint.port: endpoint.port: '70000'"), said::toString);
    assertTrue(said.toString().endsWith("1 mistake\n"), said::toString);
    assertEquals(1, check(Map.of("BORA_SWEEP_BATCH", "0")));
    assertTrue(said.toString().contains("BORA_SWEEP_BATCH: sweep.batch: '0'"), said::toString);
  }

  @Test
  void aMisspeltOptionIsStillOne() throws IOException {
    for (String word : new String[] {"--fileonly", "--directry=/x", "another", "--endpoint.port"}) {
      assertEquals(2, check(Map.of(), word), word);
      assertTrue(said.toString().contains(word.replace("=/x", "")), said::toString);
    }
  }
}
