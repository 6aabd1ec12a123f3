package org.bora.launcher.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bora.launcher.command.change.DrainCommand;
import org.bora.launcher.command.change.RebuildCommand;
import org.bora.launcher.command.change.TapeCommand;
import org.bora.launcher.command.config.ConfigCommand;
import org.bora.launcher.command.config.DiffCommand;
import org.bora.launcher.command.config.ReloadCommand;
import org.bora.launcher.command.look.StatusCommand;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verbs that tell lines tell them to programs as one JSON object, with the same exit codes. */
class JsonAnswersIT {

  @TempDir private Path home;

  private record Said(int code, JsonNode json) {}

  private Said said(Object command, String... words) {
    StringWriter text = new StringWriter();
    CommandLine line = new CommandLine(command);
    line.setOut(new PrintWriter(text, true));
    int code = line.execute(words);
    assertEquals(1, text.toString().lines().count(), "one object, and nothing else: " + text);
    return new Said(code, JsonMapper.shared().readTree(text.toString()));
  }

  private Machine machine() {
    return new Machine(home, false, Map.of("BORA_HOME", home.toString()));
  }

  private ControlServer half(String name, Map<String, Answer> answers) throws IOException {
    Map<String, ControlServer.Verb> verbs = new HashMap<>();
    answers.forEach((verb, answer) -> verbs.put(verb, words -> answer));
    Path directory = Files.createDirectories(home.resolve(name));
    return ControlServer.open(ControlServer.socket(directory, name), verbs);
  }

  private static Answer yes(String... lines) {
    return new Answer(true, List.of(lines));
  }

  private static Answer no(String... lines) {
    return new Answer(false, List.of(lines));
  }

  @Test
  void whatNothingRunsOfIsToldByName() {
    Said status = said(new StatusCommand(machine()), "--json");
    assertEquals(3, status.code());
    assertFalse(status.json().path("ready").asBoolean(true));
    assertEquals("not running", status.json().path("bora").asString());
  }

  @Test
  void theStatusOfHalvesIsTold() throws IOException {
    try (ControlServer _ = half("frontend", Map.of("drain", yes("serving")))) {
      Said status = said(new StatusCommand(machine()), "--json");
      assertEquals(0, status.code());
      assertTrue(status.json().path("ready").asBoolean());
      assertTrue(status.json().path("lines").path(0).asString().endsWith("serving"));
    }
  }

  @Test
  void aDrainTellsWhetherItIsThrough() throws IOException {
    try (ControlServer _ = half("frontend", Map.of("drain", yes("draining: 2 calls")));
        ControlServer _ = half("backend", Map.of("drain", yes("drained")))) {
      Said begun = said(new DrainCommand(machine()), "--json");
      assertEquals(0, begun.code());
      assertFalse(begun.json().path("drained").asBoolean(true));
      assertEquals(2, begun.json().path("lines").size());
      Said half =
          said(
              new DrainCommand(machine()),
              "--json",
              "--wait",
              "60",
              "--directory",
              home.resolve("backend").toString());
      assertEquals(0, half.code());
      assertTrue(half.json().path("drained").asBoolean());
    }
  }

  @Test
  void aReloadThatOneHalfRefusesIsNotDone() throws IOException {
    try (ControlServer _ = half("backend", Map.of("reload", yes("a: 1 -> 2")));
        ControlServer _ = half("frontend", Map.of("reload", no("b: a restart is needed")))) {
      Said reload = said(new ReloadCommand(machine()), "--json");
      assertEquals(1, reload.code());
      assertFalse(reload.json().path("done").asBoolean(true));
      assertEquals("a: 1 -> 2", reload.json().path("lines").path(0).asString());
      assertEquals("b: a restart is needed", reload.json().path("lines").path(1).asString());
    }
  }

  @Test
  void whatABackendRefusesIsNoEmptyOutput() throws IOException {
    try (ControlServer _ =
        half(
            "backend",
            Map.of(
                "rebuild",
                yes("2 files"),
                "api",
                yes(
                    "200 application/json",
                    "{\"valid\":true,\"count\":0,\"lines\":[\"no differences\"]}")))) {
      assertTrue(said(new RebuildCommand(machine()), "--json").json().path("done").asBoolean());
      Said differences = said(new DiffCommand(machine()), "--json");
      assertEquals(0, differences.code());
      assertEquals("no differences", differences.json().path("lines").path(0).asString());
    }
  }

  @Test
  void whatARouteRefusesIsNoEmptyOutputEither() throws IOException {
    String refused = "{\"error\":{\"what\":\"nothing\",\"why\":\"none\",\"wayOut\":\"look\"}}";
    try (ControlServer _ = half("backend", Map.of("api", no("404 application/json", refused)))) {
      Said keep = said(new TapeCommand(machine()), "keep", "--json", "7");
      assertEquals(1, keep.code());
      assertFalse(keep.json().path("done").asBoolean(true));
      assertEquals("nothing: none; look", keep.json().path("lines").path(0).asString());
    }
    String none = "{\"libraries\":[]}";
    try (ControlServer _ = half("backend", Map.of("api", yes("200 application/json", none)))) {
      Said copies = said(new TapeCommand(machine()), "copies", "--json");
      assertEquals(0, copies.code());
      assertEquals(
          "there is no copy on tape without its file",
          copies.json().path("lines").path(0).asString());
    }
  }

  @Test
  void aWrongConfigurationIsToldKeyByKey() throws IOException {
    Path file = Files.writeString(home.resolve("bora.yaml"), "endpoint:\n  hots: se.example.org\n");
    Said check = said(new ConfigCommand.Check(machine()), "--json", file.toString());
    assertEquals(1, check.code());
    assertFalse(check.json().path("couldStart").asBoolean(true));
    JsonNode first = check.json().path("mistakes").path(0);
    assertTrue(first.path("grave").asBoolean());
    assertFalse(first.path("key").asString().isEmpty());
    assertFalse(first.path("text").asString().isEmpty());
  }
}
