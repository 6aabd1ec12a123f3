package org.bora.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRole;
import org.bora.admin.AdminRoutes;
import org.bora.admin.Administrator;
import org.bora.audit.AuditTrail;
import org.bora.door.admit.Ban;
import org.bora.door.admit.BanSettings;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.control.OrderAnswer;
import org.junit.jupiter.api.Test;

class PolicyRoutesTest {
  private static final Administrator READER = new Administrator("CN=reader", AdminRole.READER);
  private static final Map<String, String> ALICE =
      Map.of(
          "dn",
          "/CN=Alice",
          "fqan",
          "/atlas/Role=production,/atlas",
          "op",
          "write",
          "surl",
          "srm://se.example.org/atlas/f");

  private final RunningConfiguration running = new RunningConfiguration(rules("fqan /atlas"));
  private Optional<BanSettings> ordered = Optional.empty();

  private static Configuration rules(String who) {
    return assertInstanceOf(
            ConfigurationFile.Outcome.Valid.class,
            ConfigurationFile.parse(
                Path.of("/etc/bora/bora.yaml"),
                """
                endpoint: {host: se.example.org}
                areas: [{name: atlas, sfn: /atlas, root: /d, rules: ['allow all to %s']}]
                """
                    .formatted(who)))
        .configuration();
  }

  private AdminReply ask(
      Supplier<OrderAnswer> reload,
      String method,
      String path,
      Map<String, String> parameters,
      Administrator who) {
    PolicyRoutes routes =
        new PolicyRoutes(
            running, () -> ordered, (_, caller) -> "the account of " + caller.dn(), reload);
    return new AdminRoutes(routes.all(), AuditTrail.off())
        .reply(AdminCall.of(method, path, parameters, AdminCall.Body.NONE, who));
  }

  private AdminReply explain(Map<String, String> parameters) {
    return ask(() -> new OrderAnswer(false, List.of()), "GET", "/v1/policy", parameters, READER);
  }

  @Test
  void aReaderIsToldWhatTheConfigurationInForceDecides() {
    AdminReply allowed = explain(ALICE);
    assertEquals(200, allowed.status());
    assertTrue(allowed.text().startsWith("{\"allowed\":true"), allowed.text());
    assertTrue(allowed.text().contains("decides  /etc/bora/bora.yaml:2"), allowed.text());
    assertTrue(allowed.text().contains("the account of /CN=Alice"), allowed.text());
    running.change(rules("fqan /cms"));
    AdminReply refused = explain(ALICE);
    assertTrue(refused.text().startsWith("{\"allowed\":false"), refused.text());
  }

  @Test
  void aBanByOrderBeatsWhatTheRulesAllow() {
    assertTrue(
        explain(ALICE).text().contains("bans made at run time, ask with"), "nobody can be asked");
    ordered = Optional.of(BanSettings.defaults());
    AdminReply allowed = explain(ALICE);
    assertTrue(allowed.text().startsWith("{\"allowed\":true"), allowed.text());
    assertTrue(
        allowed.text().contains("(not looked at: authorities, give --authority)"), allowed.text());
    ordered =
        Optional.of(new BanSettings(List.of(), List.of(new Ban("atlas", "order 7")), List.of()));
    AdminReply refused = explain(ALICE);
    assertTrue(refused.text().startsWith("{\"allowed\":false"), refused.text());
    assertTrue(refused.text().contains("banned by vo atlas (order 7)"), refused.text());
  }

  @Test
  void aQuestionThatCannotBeDecidedIsRefusedWithTheReason() {
    Map<String, String> wrongs =
        Map.of("dn", "CN=Alice", "op", "reed", "fqan", "atlas", "surl", "https://x/y");
    wrongs.forEach(
        (name, value) -> {
          Map<String, String> wrong = new HashMap<>(ALICE);
          wrong.put(name, value);
          AdminReply reply = explain(wrong);
          assertEquals(400, reply.status(), name + ": " + reply.text());
        });
    for (String needed : List.of("dn", "op", "surl")) {
      Map<String, String> less = new HashMap<>(ALICE);
      less.remove(needed);
      assertTrue(explain(less).text().contains("the parameter " + needed + " is missing"), needed);
    }
  }

  @Test
  void anAdminHasTheConfigurationReadAgainAndAReaderDoesNot() {
    Supplier<OrderAnswer> done = () -> new OrderAnswer(true, List.of("1 change applied"));
    Supplier<OrderAnswer> wrong =
        () -> new OrderAnswer(false, List.of("bora.yaml:3: no", "no change"));
    String path = "/v1/config/reload";
    AdminReply reply = ask(done, "POST", path, Map.of(), Administrator.LOCAL);
    assertEquals("{\"lines\":[\"1 change applied\"]}", reply.text());
    AdminReply refused = ask(wrong, "POST", path, Map.of(), Administrator.LOCAL);
    assertEquals(409, refused.status());
    assertTrue(refused.text().contains("bora.yaml:3: no; no change"), refused.text());
    assertTrue(refused.text().endsWith("\"lines\":[\"bora.yaml:3: no\",\"no change\"]}"));
    assertEquals(403, ask(done, "POST", path, Map.of(), READER).status());
  }
}
