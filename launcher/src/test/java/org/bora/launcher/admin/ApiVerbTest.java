package org.bora.launcher.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.admin.AdminRoutes;
import org.bora.admin.Refused;
import org.bora.audit.AuditTrail;
import org.bora.launcher.control.Answer;
import org.junit.jupiter.api.Test;

class ApiVerbTest {
  private static final ApiVerb VERB =
      new ApiVerb(
          new AdminRoutes(
              List.of(
                  AdminRoute.look("/metrics", call -> AdminReply.text("text/plain", "a 1\nb 2\n")),
                  AdminRoute.change(
                      "POST",
                      "/v1/echo",
                      call -> AdminReply.text("text/plain", call.body().text()))),
              AuditTrail.off()));

  private static String base64(String text) {
    return Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theSameAnswersAsOverThePort() {
    assertEquals(
        new Answer(true, List.of("200 text/plain", "a 1", "b 2")),
        VERB.run(List.of("GET", "/metrics")));
    assertEquals(
        new Answer(true, List.of("200 text/plain", "{\"a\": \"ä b\"}")),
        VERB.run(List.of("POST", "/v1/echo", base64("{\"a\": \"ä b\"}"))));
  }

  @Test
  void whoWritesToTheSocketIsAnAdmin() {
    Answer who = VERB.run(List.of("GET", "/v1/who"));
    assertEquals("{\"name\":\"socket\",\"role\":\"ADMIN\"}", who.lines().get(1));
  }

  @Test
  void whatIsNotUnderstoodIsRefusedWithTheWayOut() {
    for (List<String> words :
        List.of(
            List.<String>of(),
            List.of("GET"),
            List.of("GET", "v1"),
            List.of("GET", "/v1", "x", "y"),
            List.of("POST", "/v1/echo", "!!"))) {
      Answer answer = VERB.run(words);
      assertFalse(answer.done(), words.toString());
      assertEquals("400 application/json", answer.lines().getFirst());
      assertTrue(answer.lines().get(1).contains("\"wayOut\""), answer.lines().toString());
    }
  }

  @Test
  void lengthsOfTimeAreThoseOfTheConfiguration() throws Refused {
    assertEquals(Duration.ofSeconds(30), Ages.read("30s", 1));
    assertEquals(Duration.ofDays(1), Ages.read("1d", 1));
    for (String wrong : List.of("", "1", "h", "-1h", "25h", "1.5h", "9999999999s")) {
      assertThrows(Refused.class, () -> Ages.read(wrong, 1), wrong);
    }
  }
}
