package org.bora.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRole;
import org.bora.admin.AdminRoutes;
import org.bora.admin.Administrator;
import org.bora.api.BackendFailure;
import org.bora.api.figures.FleetFigures;
import org.bora.api.figures.Latency;
import org.bora.api.figures.Origin;
import org.bora.api.figures.ProcessFigures;
import org.bora.audit.AuditTrail;
import org.bora.server.log.Logging;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LogRoutesTest {
  private static final String TOKEN = "0191f0e0-0000-7000-8000-00000000abcd";

  private static AdminReply ask(
      String id, Administrator who, Optional<Supplier<FleetFigures>> fleet) {
    AdminRoutes routes =
        new AdminRoutes(
            new LogRoutes(Logging.recent(), () -> "be1:8446", fleet).all(), AuditTrail.off());
    return routes.reply(AdminCall.of("GET", "/v1/log/" + id, Map.of(), AdminCall.Body.NONE, who));
  }

  private static JsonNode lines(String id) {
    AdminReply reply = ask(id, Administrator.LOCAL, Optional.empty());
    assertEquals(200, reply.status(), reply.text());
    return JsonMapper.shared().readTree(reply.text());
  }

  @Test
  void aLineIsFoundByTheTokenInCapitalsAndByItsCall() {
    try (MDC.MDCCloseable _ = MDC.putCloseable("trace", "logroutes-1");
        MDC.MDCCloseable _ = MDC.putCloseable("request", TOKEN)) {
      LoggerFactory.getLogger("org.bora.LogRoutesTest").error("within");
    }
    for (String id : List.of(TOKEN, TOKEN.toUpperCase(Locale.ROOT), "logroutes-1")) {
      JsonNode answer = lines(id);
      assertEquals("be1:8446", answer.path("process").asString());
      JsonNode line = answer.path("lines").get(answer.path("lines").size() - 1);
      assertEquals("within", line.path("message").asString(), id);
      assertEquals(TOKEN, line.path("request").asString(), id);
      assertEquals("logroutes-1", line.path("call").asString(), id);
    }
  }

  @Test
  void aReaderGetsNoLine() {
    Administrator reader = new Administrator("CN=r", AdminRole.READER);
    AdminReply reply = ask(TOKEN, reader, Optional.empty());
    assertEquals(403, reply.status());
    assertTrue(reply.text().contains("nothing is shown"), reply.text());
  }

  @Test
  void theOtherProcessesOfTheSiteAreNamed() {
    FleetFigures fleet =
        new FleetFigures(
            Instant.EPOCH,
            List.of(
                process(Origin.Kind.BACKEND, "be1:8446"),
                process(Origin.Kind.BACKEND, "be2:8446"),
                process(Origin.Kind.FRONTEND, "fe1:8444")));
    AdminReply reply = ask(TOKEN, Administrator.LOCAL, Optional.of(() -> fleet));
    assertTrue(
        reply
            .text()
            .contains(
                "\"others\":[{\"kind\":\"BACKEND\",\"name\":\"be2:8446\"},"
                    + "{\"kind\":\"FRONTEND\",\"name\":\"fe1:8444\"}]"),
        reply.text());
  }

  private static ProcessFigures process(Origin.Kind kind, String name) {
    return new ProcessFigures(
        new Origin(kind, name, name, "0.1.0", Instant.EPOCH),
        Instant.EPOCH,
        60,
        List.of(),
        Latency.NONE,
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        List.of(),
        Optional.empty());
  }

  @Test
  void whatIsNeitherTokenNorCallIsAMistake() {
    assertEquals(400, ask("a b", Administrator.LOCAL, Optional.empty()).status());
    assertEquals(400, ask("x".repeat(101), Administrator.LOCAL, Optional.empty()).status());
  }

  @Test
  void theLinesAreThereAlsoWhereTheOtherProcessesAreNotKnown() {
    JsonNode alone = lines(TOKEN);
    assertTrue(alone.path("others").isNull(), alone.toString());
    Supplier<FleetFigures> silent =
        () -> {
          throw BackendFailure.notBegun("the database does not answer");
        };
    assertThrows(BackendFailure.class, silent::get);
    AdminReply reply = ask(TOKEN, Administrator.LOCAL, Optional.of(silent));
    assertEquals(200, reply.status(), reply.text());
    assertTrue(reply.text().contains("\"others\":null"), reply.text());
  }
}
