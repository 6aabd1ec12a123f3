package org.bora.launcher.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.admin.AdminRoutes;
import org.bora.admin.AdminSocket;
import org.bora.audit.AuditTrail;
import org.bora.launcher.command.change.DrainCommand;
import org.bora.launcher.command.change.RebuildCommand;
import org.bora.launcher.command.change.TapeCommand;
import org.bora.launcher.command.config.ConfigCommand;
import org.bora.launcher.command.config.DiffCommand;
import org.bora.launcher.command.config.ReloadCommand;
import org.bora.launcher.command.look.StatusCommand;
import org.bora.server.control.LocalSocket;
import org.bora.server.drain.Drain;
import org.bora.server.drain.DrainState;
import org.bora.server.drain.Left;
import org.bora.server.status.ProcessState;
import org.bora.server.status.StateSources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Verbs that tell lines tell them to programs as one JSON object, with the same exit codes. */
class JsonAnswersIT {

  private static final String RELOAD = "/v1/config/reload";

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

  private AdminSocket half(String name, AdminRoute... routes) throws IOException {
    Path directory = Files.createDirectories(home.resolve(name));
    return AdminSocket.open(
        LocalSocket.of(directory, name), new AdminRoutes(List.of(routes), AuditTrail.off()));
  }

  private static AdminRoute looked(String path, String json) {
    return AdminRoute.look(path, call -> AdminReply.text(AdminReply.JSON, json));
  }

  private static AdminRoute ordered(String path, AdminReply reply) {
    return AdminRoute.change("POST", path, call -> reply);
  }

  @Test
  void whatNothingRunsOfIsToldByName() {
    Said status = said(new StatusCommand(machine()), "--json");
    assertEquals(3, status.code());
    assertFalse(status.json().path("ready").asBoolean(true));
    assertTrue(status.json().path("home").path("bora").isNull());
    assertTrue(status.json().path("processes").isEmpty());
  }

  private static AdminRoute state(String process, String state) {
    DrainState drain =
        new DrainState(process, state, true, List.of(new Left("recalls", 2, "recalls: 2 at work")));
    String told = JsonMapper.shared().writeValueAsString(drain).replace("}]}", "}],\"more\":1}");
    return ordered("/v1/drain", AdminReply.text(AdminReply.JSON, told));
  }

  @Test
  void theStatusOfHalvesIsToldAsData() throws IOException {
    Drain serving = new Drain("frontend", List.of(), state -> {});
    ProcessState told = new StateSources("frontend", "1.0", Clock.systemUTC()).now(serving);
    String text = JsonMapper.shared().writeValueAsString(told);
    try (AdminSocket _ = half("frontend", looked("/v1/status", text))) {
      Said status = said(new StatusCommand(machine()), "--json");
      assertEquals(0, status.code());
      assertTrue(status.json().path("ready").asBoolean());
      JsonNode frontend = status.json().path("processes").path(0);
      assertEquals("frontend", frontend.path("process").asString());
      assertEquals("serving", frontend.path("drain").path("state").asString());
    }
  }

  @Test
  void aDrainTellsWhetherItIsThroughAndWhatIsLeft() throws IOException {
    try (AdminSocket _ = half("frontend", state("frontend", "draining"));
        AdminSocket _ = half("backend", state("backend", "drained"))) {
      Said begun = said(new DrainCommand(machine()), "--json");
      assertEquals(0, begun.code());
      assertFalse(begun.json().path("drained").asBoolean(true));
      assertEquals(2, begun.json().path("processes").size());
      JsonNode left = begun.json().path("processes").path(0).path("left").path(0);
      assertEquals("recalls", left.path("what").asString());
      assertEquals(2, left.path("count").asInt());
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
    try (AdminSocket _ = half("backend", ordered(RELOAD, AdminReply.told(List.of("a: 1 -> 2"))));
        AdminSocket _ =
            half(
                "frontend",
                ordered(RELOAD, AdminReply.refused(List.of("b: a restart is needed"), "x")))) {
      Said reload = said(new ReloadCommand(machine()), "--json");
      assertEquals(1, reload.code());
      assertFalse(reload.json().path("done").asBoolean(true));
      assertEquals("a: 1 -> 2", reload.json().path("lines").path(0).asString());
      assertEquals("b: a restart is needed", reload.json().path("lines").path(1).asString());
    }
  }

  @Test
  void whatABackendRefusesIsNoEmptyOutput() throws IOException {
    String same = "{\"valid\":true,\"count\":0,\"lines\":[\"no differences\"]}";
    try (AdminSocket _ =
        half(
            "backend",
            ordered("/v1/rebuild", AdminReply.told(List.of("2 files"))),
            looked("/v1/config/diff", same))) {
      assertTrue(said(new RebuildCommand(machine()), "--json").json().path("done").asBoolean());
      Said differences = said(new DiffCommand(machine()), "--json");
      assertEquals(0, differences.code());
      assertEquals("no differences", differences.json().path("lines").path(0).asString());
    }
  }

  @Test
  void whatARouteRefusesIsNoEmptyOutputEither() throws IOException {
    AdminReply refused = AdminReply.error(404, new AdminReply.Problem("nothing", "none", "look"));
    try (AdminSocket _ = half("backend", ordered("/v1/tape/copies/{file}/keep", refused))) {
      Said keep = said(new TapeCommand(machine()), "keep", "--json", "7");
      assertEquals(1, keep.code());
      assertFalse(keep.json().path("done").asBoolean(true));
      assertEquals("nothing: none; look", keep.json().path("lines").path(0).asString());
    }
    String none = "{\"libraries\":[]}";
    try (AdminSocket _ = half("backend", looked("/v1/tape/copies", none))) {
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
