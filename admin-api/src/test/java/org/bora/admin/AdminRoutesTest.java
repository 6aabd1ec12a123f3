package org.bora.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.bora.api.BackendFailure;
import org.bora.audit.AuditTrail;
import org.junit.jupiter.api.Test;

class AdminRoutesTest {
  private static final Administrator READER = new Administrator("CN=r", AdminRole.READER);

  private static AdminRoutes routes(AdminRoute... routes) {
    return new AdminRoutes(List.of(routes), AuditTrail.off());
  }

  private static AdminReply ask(AdminRoutes routes, String method, String path) {
    return routes.reply(
        AdminCall.of(method, path, Map.of(), AdminCall.Body.NONE, Administrator.LOCAL));
  }

  private static AdminRoute saying(String path, String text) {
    return AdminRoute.look(path, call -> AdminReply.text("text/plain", text));
  }

  @Test
  void aPathThatIsWrittenOutGoesBeforeOneWithNames() {
    AdminRoutes routes = routes(saying("/v1/a/{name}", "any"), saying("/v1/a/b", "b"));
    assertEquals("b", ask(routes, "GET", "/v1/a/b").text());
    assertEquals("any", ask(routes, "GET", "/v1/a/c").text());
    assertEquals(404, ask(routes, "GET", "/v1/a/").status());
    assertEquals(404, ask(routes, "GET", "/v1/a/b/c").status());
  }

  @Test
  void theIndexListsEveryRouteWithItsRoleAndTheRecordsThatItAnswersWith() {
    String index = ask(routes(saying("/v1/a", "x")), "GET", "/v1").text();
    assertTrue(
        index.contains(
            "{\"method\":\"GET\",\"path\":\"/v1/a\",\"role\":\"READER\",\"answers\":[]}"),
        index);
    assertTrue(
        index.contains("\"/v1/who\",\"role\":\"READER\",\"answers\":[\"Administrator\"]"), index);
  }

  @Test
  void anAccidentIsAnsweredWithoutItsWords() {
    AdminRoutes routes =
        routes(
            AdminRoute.look(
                "/v1/a",
                call -> {
                  throw new IllegalStateException("secret /path of org.bora.Class");
                }));
    AdminReply reply = ask(routes, "GET", "/v1/a");
    assertEquals(500, reply.status());
    assertFalse(reply.text().contains("secret"), reply.text());
  }

  @Test
  void aDatabaseThatDoesNotAnswerIsAReasonToAskAgain() {
    AdminRoutes routes =
        routes(
            AdminRoute.look(
                "/v1/a",
                call -> {
                  throw BackendFailure.notBegun("the database does not answer");
                }));
    AdminReply reply = ask(routes, "GET", "/v1/a");
    assertEquals(503, reply.status());
    assertTrue(reply.text().contains("the database does not answer"), reply.text());
  }

  @Test
  void aRouteForReadersCannotChangeAnything() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new AdminRoute(
                "POST", "/v1/a", AdminRole.READER, List.of(), call -> AdminReply.json(""), false));
  }

  @Test
  void twoRoutesOfOneMeaningAreAMistakeOfOurs() {
    assertThrows(
        IllegalArgumentException.class, () -> routes(saying("/v1/{a}", ""), saying("/v1/{b}", "")));
  }

  @Test
  void aReaderIsHeldToLooking() {
    AdminRoutes routes =
        routes(AdminRoute.change("DELETE", "/v1/a", call -> AdminReply.json("gone")));
    AdminCall call = AdminCall.of("DELETE", "/v1/a", Map.of(), AdminCall.Body.NONE, READER);
    assertEquals(403, routes.reply(call).status());
    assertEquals(200, ask(routes, "DELETE", "/v1/a").status());
  }

  @Test
  void aReaderDoesNotSeeWhatIsConfidential() {
    AdminRoutes routes = routes(AdminRoute.confidential("/v1/a", String.class, _ -> "a secret"));
    AdminReply reply =
        routes.reply(AdminCall.of("GET", "/v1/a", Map.of(), AdminCall.Body.NONE, READER));
    assertEquals(403, reply.status());
    assertTrue(reply.text().contains("nothing is shown"), reply.text());
    assertFalse(reply.text().contains("secret"), reply.text());
    assertTrue(ask(routes, "GET", "/v1/a").text().contains("a secret"));
  }

  @Test
  void numbersAndTheirBounds() throws AdminRefusal {
    AdminCall call =
        AdminCall.of(
            "GET", "/", Map.of("n", "7", "bad", "x", "e", ""), AdminCall.Body.NONE, READER);
    assertEquals(7, call.number("n", 1, 1, 10));
    assertEquals(1, call.number("none", 1, 1, 10));
    assertEquals(1, call.number("e", 1, 1, 10));
    assertThrows(AdminRefusal.class, () -> call.number("n", 1, 8, 10));
    assertThrows(AdminRefusal.class, () -> call.number("bad", 1, 1, 10));
    assertThrows(AdminRefusal.class, () -> call.required("none"));
  }

  @Test
  void aTargetIsDecodedOnce() throws AdminRefusal {
    Target target = Target.parse("/v1/a+b%2520?x=a+b&y=%26&z");
    assertEquals("/v1/a+b%20", target.path());
    assertEquals(Map.of("x", "a b", "y", "&", "z", ""), target.parameters());
    assertThrows(AdminRefusal.class, () -> Target.parse("/v1/%zz"));
    assertThrows(AdminRefusal.class, () -> Target.parse("v1"));
  }

  @Test
  void aBodyOfTextsHasNothingElse() throws AdminRefusal {
    AdminCall.Body body = new AdminCall.Body("{\"a\":\"b\"}");
    assertEquals(Map.of("a", "b"), body.texts(java.util.Set.of("a")));
    assertThrows(AdminRefusal.class, () -> body.texts(java.util.Set.of("b")));
    assertThrows(
        AdminRefusal.class, () -> new AdminCall.Body("{\"a\":1}").texts(java.util.Set.of("a")));
  }
}
