package org.bora.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bora.audit.AuditLog;
import org.bora.audit.AuditSettings;
import org.bora.audit.AuditTrail;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is ordered stands in the audit log, with who ordered it; what is looked at does not. */
class AuditedCallsIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Administrator READER = new Administrator("CN=reader", AdminRole.READER);
  private static final String SURL = "srm://se.example.org/&token=x?SFN=/vo/file";

  @TempDir Path directory;

  private final AtomicLong nanos = new AtomicLong();
  private final List<JsonNode> seen = new ArrayList<>();
  private ScheduledExecutorService timer;
  private AuditLog log;

  @BeforeEach
  void opens() throws IOException {
    timer = Executors.newSingleThreadScheduledExecutor();
    AuditSettings preset = AuditSettings.defaults();
    AuditSettings settings =
        new AuditSettings(
            true,
            preset.directory(),
            preset.fileBytes(),
            preset.fileAge(),
            preset.keep(),
            AuditSettings.Sync.KERNEL,
            AuditSettings.OnFailure.REFUSE,
            false);
    log = AuditLog.open(settings, place(), Clock.systemUTC(), nanos::get, timer);
  }

  @AfterEach
  void closes() throws IOException {
    log.close();
    timer.shutdownNow();
  }

  private AuditLog.Place place() {
    return new AuditLog.Place(directory, "host", "backend");
  }

  private List<JsonNode> commands() throws IOException {
    return Files.readAllLines(place().file()).stream()
        .filter(line -> line.contains("\"event\":\"command\""))
        .map(JSON::readTree)
        .toList();
  }

  private List<String> outcomes() throws IOException {
    return commands().stream().map(line -> line.path("outcome").asString()).toList();
  }

  private static AdminCall call(String path, String body, Administrator who) {
    return AdminCall.of("POST", path, Map.of("b", "c"), new AdminCall.Body(body), who);
  }

  private AdminRoutes routes(AuditTrail trail, AdminResource resource) {
    return new AdminRoutes(List.of(AdminRoute.change("POST", "/v1/a", resource)), trail);
  }

  @Test
  void anOrderStandsThereBeforeItIsCarriedOutAndAgainWithItsOutcome() throws Exception {
    AdminRoutes routes =
        routes(
            log,
            call -> {
              try {
                seen.addAll(commands());
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
              return AdminReply.json("done");
            });
    routes.reply(AdminCall.of("GET", "/v1/who", Map.of(), AdminCall.Body.NONE, READER));
    Map<String, String> parameters = Map.of("b", "c", "surl", SURL);
    AdminCall.Body body = new AdminCall.Body("{\"reason\":\"x\"}");
    routes.reply(AdminCall.of("POST", "/v1/a", parameters, body, Administrator.LOCAL));

    assertEquals(1, seen.size(), seen.toString());
    List<JsonNode> lines = commands();
    assertEquals(2, lines.size(), lines.toString());
    assertEquals(seen.getFirst(), lines.getFirst());
    for (JsonNode line : lines) {
      assertEquals("socket", line.path("by").asString());
      assertEquals("POST /v1/a b=c", line.path("detail").asString());
      assertEquals(SURL, line.path("surl").asString(), "whole: hiding any of it hides which file");
      assertEquals("{\"reason\":\"x\"}", line.path("body").asString());
      assertEquals(1, line.path("order").asInt());
    }
    assertEquals("begun", lines.get(0).path("outcome").asString());
    assertEquals("done", lines.get(1).path("outcome").asString());
    assertEquals(200, lines.get(1).path("status").asInt());
  }

  @Test
  void whatWasRefusedIsToldWithTheReasonAndWithoutWhatCameWithIt() throws Exception {
    AdminRoutes routes =
        routes(
            log,
            call -> {
              throw AdminRefusal.conflict("nothing was changed", "it is a test", "none");
            });
    String large = "x".repeat(60_000);
    routes.reply(call("/v1/a", large, READER));
    routes.reply(call("/v1/nothing", large, Administrator.LOCAL));
    routes.reply(call("/v1/a", large, Administrator.LOCAL));

    assertEquals(List.of("refused", "refused", "begun", "refused"), outcomes());
    List<JsonNode> lines = commands();
    assertEquals(
        List.of(403, 404, 0, 409),
        lines.stream().map(line -> line.path("status").asInt(0)).toList());
    assertEquals("CN=reader", lines.get(0).path("by").asString());
    assertEquals("POST /v1/a", lines.get(0).path("detail").asString());
    assertTrue(lines.get(0).path("answer").toString().contains("is a reader"), lines.toString());
    assertEquals("POST /v1/nothing", lines.get(1).path("detail").asString());
    assertTrue(lines.get(3).path("answer").toString().contains("it is a test"), lines.toString());
    for (JsonNode line : lines) {
      boolean begun = line.path("outcome").asString().equals("begun");
      assertEquals(begun, line.has("body"), line.toString());
      assertTrue(line.toString().length() < 4_000, line.toString());
    }
  }

  @Test
  void whatFailedIsToldAsFailed() throws Exception {
    AdminRoutes routes =
        routes(
            log,
            call -> {
              throw new IllegalStateException("a mistake of ours");
            });
    assertEquals(500, routes.reply(call("/v1/a", "", Administrator.LOCAL)).status());
    assertEquals("failed", commands().getLast().path("outcome").asString());
  }

  @Test
  void whatCannotBeRecordedIsNotDone() throws Exception {
    List<String> done = new ArrayList<>();
    AdminRoutes routes =
        routes(
            log,
            call -> {
              done.add(call.path());
              return AdminReply.json("done");
            });
    becomesFull();
    for (int i = 0; i < 2; i++) {
      AdminReply refused = routes.reply(call("/v1/a", "", Administrator.LOCAL));
      assertEquals(503, refused.status());
      assertTrue(refused.text().contains("audit log"), refused.text());
    }
    assertEquals(List.of(), done);
    AdminCall look = AdminCall.of("GET", "/v1", Map.of(), AdminCall.Body.NONE, READER);
    assertEquals(200, routes.reply(look).status(), "to look needs no record");

    hasRoom();
    assertEquals(
        List.of("begun", "failed", "failed"),
        outcomes(),
        "the first one met the full disk, the second one was not even begun to be told");
    assertEquals(200, routes.reply(call("/v1/a", "", Administrator.LOCAL)).status());
    assertEquals(List.of("/v1/a"), done);
  }

  @Test
  void onlyTheLocalSocketMayDrainAProcessWhoseAuditLogCannotBeWritten() throws Exception {
    AdminRoute rescue = AdminRoute.rescue("POST", "/v1/a", call -> AdminReply.json("done"));
    AdminRoutes routes = new AdminRoutes(List.of(rescue), log);
    becomesFull();
    assertEquals(200, routes.reply(call("/v1/a", "", Administrator.LOCAL)).status());
    Administrator remote = new Administrator("CN=admin", AdminRole.ADMIN);
    assertEquals(503, routes.reply(call("/v1/a", "", remote)).status());
  }

  @Test
  void whatWasDoneIsSaidToBeDoneAlsoWhereTheDiskIsFullByThen() throws Exception {
    AdminRoutes routes =
        routes(
            log,
            call -> {
              try {
                seen.addAll(commands());
                becomesFull();
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
              return AdminReply.json("done");
            });
    assertEquals(200, routes.reply(call("/v1/a", "", Administrator.LOCAL)).status());
    assertEquals("begun", seen.getFirst().path("outcome").asString());
    hasRoom();
    assertEquals(List.of("done"), outcomes());
  }

  /** The device that is always full stands for a disk that is. */
  private void becomesFull() throws IOException {
    Files.move(place().file(), directory.resolve("aside"));
    Files.createSymbolicLink(place().file(), Path.of("/dev/full"));
    log.reopen();
  }

  private void hasRoom() throws IOException {
    Files.delete(place().file());
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    log.check();
  }
}
