package org.bora.it.tape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bora.it.site.Await;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.bora.launcher.command.option.AdminOption;
import org.bora.server.admin.AdminAnswers;
import org.bora.server.control.LocalReply;
import org.bora.server.control.LocalSocket;
import org.bora.server.home.FirstConfiguration;
import org.bora.server.home.Home;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a site with an area on disk and two on tape answers to administrators is as
 * docs/reference/admin-api.yaml says, field by field.
 */
class AdminAnswersIT {
  private static final String ALICE = "/DC=test/DC=grid/OU=people/CN=Alice Test";

  private static final String ON_TAPE = "/testvo-d1t1/both";
  private static final String DAMAGED = "/testvo-d1t1/damaged";
  private static final String REMOVED = "/testvo-d1t1/removed";
  private static final int SLOW_BYTES = 20_000_000;

  private static Site site;
  private static TapeUser user;
  private static AdminAnswers answers;

  private final Set<String> wrong = new LinkedHashSet<>();

  @BeforeAll
  static void start() throws Exception {
    String text = FirstConfiguration.text(FirstConfiguration.Kind.TAPE);
    String root = "    root: data/testvo\n";
    String size = "    size: 100MiB\n";
    String more =
        text.replace(root, root + "    quotas: {bytes-per-user: 10GiB, files-per-vo: 1000}\n")
            .replace(size, size + "    reservations: {allowed: true}\n");
    assertNotEquals(text, more);
    site = Site.up("answers", "site: {name: ANSWERS}\n" + more);
    user = TapeUser.of(site);
    answers = new AdminAnswers(Site.CHECKOUT);
    Path source = Files.writeString(site.home().resolve("source"), "some bytes");
    user.put(source, ON_TAPE);
    user.put(source, DAMAGED);
    user.put(source, REMOVED);
    user.awaitOnTape(DAMAGED);
    user.awaitOnTape(REMOVED);
    user.gfal("gfal-rm", user.surl(REMOVED)).succeeded();
    user.bringOnline(ON_TAPE);
    byte[] bytes = new byte[SLOW_BYTES];
    new Random(1).nextBytes(bytes);
    Files.write(site.home().resolve("slow"), bytes);
    try (SrmClient alice = client()) {
      alice.call("srmPing", "");
      alice.call("srmRm", "<arrayOfSURLs><urlArray>" + surl("none") + "</urlArray></arrayOfSURLs>");
      alice.call(
          "srmReserveSpace",
          "<retentionPolicyInfo><retentionPolicy>CUSTODIAL</retentionPolicy>"
              + "<accessLatency>ONLINE</accessLatency></retentionPolicyInfo>"
              + "<desiredSizeOfGuaranteedSpace>1000000</desiredSizeOfGuaranteedSpace>");
    }
  }

  @AfterAll
  static void stop() throws IOException {
    if (site != null) {
      site.close();
    }
  }

  private static SrmClient client() throws Exception {
    return new SrmClient("localhost", site.port(), site.proxy("alice-voms"));
  }

  private static String surl(String name) {
    return user.surl("/testvo/" + name);
  }

  /** Begins to write a file; returns the token of the request. */
  private static String put(String name) throws Exception {
    try (SrmClient alice = client()) {
      String token =
          alice
              .call(
                  "srmPrepareToPut",
                  "<arrayOfFileRequests><requestArray><targetSURL>"
                      + surl(name)
                      + "</targetSURL></requestArray></arrayOfFileRequests>")
              .element("requestToken");
      assertNotEquals("", token);
      return token;
    }
  }

  private JsonNode ask(String method, String target, String body) throws IOException {
    LocalReply reply =
        LocalSocket.ask(new Home(site.home()).control(), method, target, body, LocalSocket.ORDERS)
            .orElseThrow();
    wrong.addAll(answers.wrong(method, target, reply.status(), reply.body()));
    return reply.body().startsWith("{")
        ? JsonMapper.shared().readTree(reply.body())
        : JsonMapper.shared().createObjectNode();
  }

  private JsonNode get(String target) throws IOException {
    return ask("GET", target, "");
  }

  private void eventually(String target, String pointer) throws IOException {
    Await.until(target + " has " + pointer, () -> !get(target).at(pointer).isMissingNode());
  }

  @Test
  void everyAnswerIsAsTheReferenceSays() throws Exception {
    String open = put("open");
    Process slow = slowUpload();
    try {
      theProcessTells();
      theFilesTell(open);
      theLogTells(open);
      transfersAreTold();
    } finally {
      slow.destroyForcibly().waitFor();
    }
    ordersAboutRequests(open);
    ordersAboutCallers();
    ordersAboutTape();
    ordersAboutTheProcess();
    assertEquals("", String.join("\n", wrong));
    assertEquals(List.of(), answers.silent());
  }

  private static Process slowUpload() throws IOException {
    String proxy = site.proxy("alice-voms").toString();
    return user.shell()
        .start(
            site.home().resolve("slow.log").toFile(),
            "curl",
            "-sk",
            "--cert",
            proxy,
            "--key",
            proxy,
            "--limit-rate",
            "50k",
            "-T",
            site.home().resolve("slow").toString(),
            site.environment().get("BORA_HTTP") + "/testvo/slow");
  }

  private void theProcessTells() throws IOException {
    for (JsonNode route : get("/v1").path("routes")) {
      String path = route.path("path").asString();
      String method = route.path("method").asString();
      List<String> told = route.path("answers").valueStream().map(JsonNode::asString).toList();
      // of other forms than Bora's
      if (path.startsWith("/v1") && !path.startsWith("/v1/publish")) {
        assertEquals(answers.schemas(method, path), told, method + " " + path);
      }
    }
    for (String path : List.of("who", "status", "health", "config", "config/diff", "drain")) {
      get("/v1/" + path);
    }
    for (String document : List.of("srr", "glue2", "notes")) {
      get("/v1/publish/" + document);
    }
    get("/v1/history?span=day");
    eventually("/v1/history", "/moments/0/at");
    eventually("/v1/fleet", "/processes/0/callers/0");
    eventually("/v1/errors", "/errors/0/target/surl");
    eventually("/v1/callers", "/callers/0");
    get("/v1/doors");
  }

  private void theFilesTell(String open) throws IOException {
    String file = AdminOption.encoded(user.surl(ON_TAPE));
    String alice = AdminOption.encoded(ALICE);
    for (String surl : List.of(file, AdminOption.encoded(surl("open")))) {
      get("/v1/files?surl=" + surl);
      get("/v1/entries?surl=" + surl);
      get("/v1/policy?op=read&dn=" + alice + "&surl=" + surl);
    }
    get("/v1/entries?area=testvo");
    get("/v1/entries?area=testvo-d1t1&limit=1");
    assertEquals("PUT", get("/v1/requests/" + open).at("/story/request/kind").asString());
    JsonNode requests = get("/v1/requests").path("requests");
    for (JsonNode request : requests) {
      get("/v1/requests/" + request.path("token").asString());
    }
    assertFalse(requests.isEmpty());
    assertFalse(get("/v1/quotas").path("quotas").isEmpty());
    get("/v1/quotas?vo=testvo&dn=" + alice);
    assertFalse(get("/v1/areas").path("areas").isEmpty());
    assertFalse(get("/v1/tape").path("libraries").isEmpty());
    get("/v1/recalls");
    get("/v1/recalls?library=tapes");
  }

  private void theLogTells(String open) throws Exception {
    try (SrmClient alice = client()) {
      String refused =
          alice
              .call(
                  "srmPrepareToGet",
                  "<arrayOfFileRequests><requestArray><sourceSURL>"
                      + surl("none")
                      + "</sourceSURL></requestArray></arrayOfFileRequests>")
              .element("requestToken");
      JsonNode log = get("/v1/log/" + refused);
      JsonNode line = log.path("lines").valueStream().reduce((_, last) -> last).orElseThrow();
      assertTrue(line.path("message").asString().startsWith("srmPrepareToGet refused"), "" + log);
      assertEquals(refused, line.path("request").asString());
      assertEquals(log, get("/v1/log/" + line.path("call").asString()));
      assertEquals(0, log.path("others").size(), "" + log);
    }
    assertEquals(0, get("/v1/log/" + open).path("lines").size(), "it succeeded");
  }

  private void transfersAreTold() throws IOException {
    eventually("/v1/transfers", "/transfers/0/id");
    String id = get("/v1/transfers").at("/transfers/0/id").asString();
    ask("DELETE", "/v1/transfers/" + id, "");
  }

  private void ordersAboutRequests(String open) throws Exception {
    ask("POST", "/v1/requests/" + open + "/abort", "{\"reason\": \"a test\"}");
    JsonNode again = ask("POST", "/v1/requests/" + open + "/abort", "");
    assertEquals(
        "the request had already ended; nothing was changed", again.path("told").asString());
    assertEquals(again.path("story"), get("/v1/requests/" + open).path("story"));
    String free = "?surl=" + AdminOption.encoded(surl("held")) + "&request=" + put("held");
    ask("POST", "/v1/files/free" + free, "{\"reason\": \"a test\"}");
    ask("POST", "/v1/files/free" + free, "");
  }

  private void ordersAboutCallers() throws IOException {
    String ban =
        ask(
                "POST",
                "/v1/bans",
                AdminOption.object("name", "/CN=X", "reason", "a test", "lasts", "1h"))
            .path("id")
            .asString();
    get("/v1/bans");
    ask("DELETE", "/v1/bans/" + ban, "");
    String key =
        ask("POST", "/v1/s3-keys", AdminOption.object("owner", ALICE, "fqans", "/testvo"))
            .path("id")
            .asString();
    get("/v1/s3-keys");
    ask("POST", "/v1/s3-keys/" + key, "{\"change\": \"rotate\"}");
    ask("DELETE", "/v1/s3-keys/" + key, "");
    ask("DELETE", "/v1/s3-keys", "");
  }

  private void ordersAboutTape() throws IOException {
    eventually("/v1/tape/copies", "/libraries/0/removals/copies/0");
    String file = get("/v1/tape/copies").at("/libraries/0/removals/copies/0/file").asString();
    ask("POST", "/v1/tape/copies/" + file + "/keep", "");
    get("/v1/tape/copies");
    ask("POST", "/v1/tape/copies/" + file + "/give-up", "");
    ask("POST", "/v1/tape/retry?library=tapes", "");
    damage(user.data().resolve(DAMAGED.substring(1)));
    ask("POST", "/v1/tape/refresh?surl=" + AdminOption.encoded(user.surl(DAMAGED)), "");
    ask("POST", "/v1/tape/forgotten?library=tapes", "");
  }

  /** As a disk does it: the filesystem tells of no change. */
  private static void damage(Path file) throws IOException {
    FileTime modified = Files.getLastModifiedTime(file);
    Files.writeString(file, "S", StandardOpenOption.WRITE);
    Files.setLastModifiedTime(file, modified);
  }

  private void ordersAboutTheProcess() throws IOException {
    for (String order : List.of("config/reload", "audit/reopen", "revoke", "page-link")) {
      ask("POST", "/v1/" + order, "");
    }
    ask("POST", "/v1/areas/testvo/adopt", "");
    get("/v1/rebuild");
    ask("POST", "/v1/rebuild", "{\"area\": \"testvo\", \"dryRun\": \"true\"}");
    ask("POST", "/v1/drain", "{\"order\": \"begin\"}");
    ask("POST", "/v1/drain", "{\"order\": \"undo\"}");
    get("/v1/status");
  }
}
