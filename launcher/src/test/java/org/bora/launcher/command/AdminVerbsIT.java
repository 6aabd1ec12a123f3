package org.bora.launcher.command;

import static org.bora.launcher.command.CommandedBora.NO_ABORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bora.launcher.command.CommandedBora.Said;
import org.bora.launcher.command.option.AdminOption;
import org.bora.server.control.LocalSocket;
import org.bora.server.home.Endpoint;
import org.bora.server.home.FirstConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an administrator does at three in the morning, with a real Bora and real clients: by the
 * socket, and over HTTPS with the certificate of a user of the try grid. Most verbs run in this
 * process.
 */
class AdminVerbsIT {
  private static final String ALICE = Administrators.ALICE;
  private static final String OTHER_TOKEN = "0191f0e0-0000-7000-8000-000000000000";
  private static final Pattern TOKEN = Pattern.compile("\"token\":\"([0-9a-f-]{36})\"");
  private static final Pattern CALL = Pattern.compile("\"trace\":\"([^\"]+)\"");
  private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"");

  @TempDir private Path directory;
  private CommandedBora bora;

  @BeforeEach
  void make() {
    bora = new CommandedBora(directory);
  }

  @AfterEach
  void stop() {
    bora.verb("down");
  }

  @Test
  void aStuckPutIsFoundExplainedAndFreedAndABannedUserIsKeptOutUntilLifted() throws Exception {
    int port = CommandedBora.freePort();
    bora.home().create();
    FirstConfiguration.provide(bora.home(), FirstConfiguration.Kind.DISK);
    Files.writeString(
        bora.home().configuration(),
        Files.readString(bora.home().configuration()) + Administrators.section(port));
    bora.up();

    String token = leavesAPut();
    String listed = bora.succeeds("requests", "--open", "--kind", "put", "--caller", ALICE);
    assertTrue(listed.contains(token) && listed.contains("1 SPACE_AVAILABLE"), listed);
    String ofVo = bora.succeeds("requests", "--vo", "testvo", "--caller", ALICE);
    assertTrue(ofVo.contains(token) && ofVo.contains("  testvo"), ofVo);
    assertTrue(bora.succeeds("requests", "--vo", "nosuchvo").contains("no such request"));
    String shown = bora.succeeds("requests", "show", token);
    assertTrue(shown.contains("srmPrepareToPut"), "the audit log has its part: " + shown);
    assertTrue(shown.contains("the total request time ends"), shown);
    String surl = surl("/big");
    String explained = bora.succeeds("surl", surl);
    assertTrue(explained.contains("LOCKED by request " + token), explained);
    assertTrue(explained.contains("being written by " + ALICE), explained);
    assertTrue(explained.contains("`bora surl free SURL " + token + "` ends it"), explained);
    String entries = bora.succeeds("surl", "list", surl(""));
    assertTrue(entries.contains("being written: big") && entries.contains(token), entries);
    Said other = bora.process("surl", "free", surl, OTHER_TOKEN);
    assertEquals(1, other.code(), other.text());
    assertTrue(other.text().contains("another put holds this name by now"), other.text());
    assertTrue(other.text().contains(token), other.text());
    String freed = bora.succeeds("surl", "free", surl, token, "--reason", "the client died");
    assertTrue(freed.startsWith("free: request " + token), freed);
    String ended = bora.succeeds("requests", "show", token);
    assertTrue(ended.contains("ABORTED"), ended);
    assertTrue(
        ended
            .lines()
            .anyMatch(
                line ->
                    line.matches(
                        ".* 1 file aborted by order of an"
                            + " administrator +socket +the client died")),
        ended);
    assertFalse(ended.contains("the total request time ends"), "nothing is due any more: " + ended);
    String again = bora.succeeds("surl", "free", surl, token);
    assertTrue(again.contains("was ABORTED already"), again);
    Said never = bora.verb("surl", "free", surl, OTHER_TOKEN);
    assertEquals(1, never.code(), never.text());
    assertTrue(never.text().contains("no put holds this name"), never.text());
    Said mistyped = bora.verb("requests", "--state", "wating");
    assertEquals(1, mistyped.code(), mistyped.text());
    assertTrue(mistyped.text().contains("space_available"), mistyped.text());

    aBannedUserIsKeptOut(port);
    theLogTellsOfACall(port, token);
    assertTrue(bora.succeeds("transfers").contains("no transfers"));
    Said none = bora.verb("transfers", "end", OTHER_TOKEN);
    assertEquals(1, none.code(), none.text());
    assertTrue(none.text().contains("no door has reported a transfer"), none.text());
    accessKeysAreMadeChangedAndRemoved();
    otherVerbsAnswer(port);
    actuatorAnswersOverMutualTls(port);
    commandsStandInTheAuditLog(token);
    DocumentedAnswers documented = new DocumentedAnswers(bora);
    documented.whatIsDocumentedAnswersAndNothingElseIsThere();
    documented.verbsPrintTheSameAnswersAsJson(token, surl(""), surl("/big"));
  }

  private void aBannedUserIsKeptOut(int port) throws Exception {
    assertEquals(0, bora.shell(listing()).code());
    List<String> https = Administrators.https(bora, port, "alice");
    Said banned =
        bora.process(
            with(https, "bans", "add", "--name", ALICE, "--reason", "a test", "--json")
                .toArray(String[]::new));
    assertEquals(0, banned.code(), banned.text());
    Matcher id = ID.matcher(banned.text());
    assertTrue(id.find(), banned.text());
    String order = "order " + id.group(1);
    eventually("a call is refused, and the log names the order", () -> isRefusedBy(order));
    assertTrue(bora.succeeds("bans").contains("a test"));
    assertTrue(bora.succeeds("bans").contains("until lifted"));
    assertEquals(bora.succeeds("bans"), bora.succeeds("bans", "list"));
    Said explained =
        bora.verb(
            with(
                    List.of("--op", "list", "--surl", surl("")),
                    "policy",
                    "explain",
                    "--running",
                    "--dn",
                    ALICE)
                .toArray(String[]::new));
    assertEquals(1, explained.code(), explained.text());
    assertTrue(explained.text().contains("order " + id.group(1)), explained.text());
    bora.succeeds(with(https, "bans", "lift", id.group(1)).toArray(String[]::new));
    eventually("served again", () -> isListing(true));

    Said reader =
        bora.verb(
            with(Administrators.https(bora, port, "bob"), "bans", "lift", id.group(1))
                .toArray(String[]::new));
    assertEquals(1, reader.code(), reader.text());
    assertTrue(reader.text().contains("is a reader"), reader.text());
  }

  private void theLogTellsOfACall(int port, String token) throws Exception {
    Matcher call = CALL.matcher(bora.succeeds("errors", "--json"));
    assertTrue(call.find(), "a call was refused to whom is banned");
    String lines = bora.succeeds("requests", "log", call.group(1));
    assertTrue(lines.contains(call.group(1)) && lines.contains("refused"), lines);
    String ofRequest = bora.succeeds("requests", "log", token);
    assertTrue(ofRequest.contains(" was searched from "), ofRequest);
    assertFalse(ofRequest.contains("not asked"), "there is one process: " + ofRequest);
    Said reader =
        bora.verb(
            with(Administrators.https(bora, port, "bob"), "requests", "log", token)
                .toArray(String[]::new));
    assertEquals(1, reader.code(), reader.text());
    assertTrue(reader.text().contains("nothing is shown"), reader.text());
    assertEquals(1, bora.verb("requests", "log", "a b").code());
  }

  private void accessKeysAreMadeChangedAndRemoved() throws Exception {
    String first = bora.succeeds("s3", "keys");
    assertTrue(first.contains("of the try grid") && first.strip().lines().count() == 2, first);
    String made =
        bora.succeeds("s3", "keys", "add", "--owner", ALICE, "--fqans", "/vo", "--label", "laptop");
    Matcher id = Pattern.compile("AWS_ACCESS_KEY_ID=(BORA[0-9A-V]{24})").matcher(made);
    assertTrue(id.find() && made.contains("AWS_SECRET_ACCESS_KEY="), made);
    assertTrue(Files.exists(bora.home().directory().resolve("vault.keys")));
    String key = id.group(1);
    assertTrue(bora.succeeds("s3", "keys", "disable", key).contains("disabled"));
    String listed = bora.succeeds("s3", "keys", "list", "--owner", ALICE);
    assertTrue(listed.contains(key) && listed.contains("disabled"), listed);
    assertFalse(listed.contains("SECRET"), listed);
    assertTrue(bora.succeeds("s3", "keys", "enable", key).contains("enabled"));
    assertTrue(bora.succeeds("s3", "keys", "rotate", key).contains("AWS_SECRET_ACCESS_KEY="));
    assertFalse(bora.succeeds("s3", "keys", "renew", key).contains("SECRET"));
    assertEquals("removed " + key, bora.succeeds("s3", "keys", "remove", key).strip());
    Said gone = bora.verb("s3", "keys", "remove", key);
    assertEquals(1, gone.code(), gone.text());
    assertTrue(gone.text().contains("there is no such access key"), gone.text());
  }

  private void otherVerbsAnswer(int port) throws Exception {
    assertTrue(bora.succeeds("doors").contains("  healthy  "));
    assertTrue(bora.succeeds("callers").contains("no open requests"));
    // each process tells what it refused every few seconds
    eventually(
        "the banned user's calls are told",
        () -> bora.succeeds("errors").contains("SRM_AUTHORIZATION_FAILURE"));
    assertTrue(bora.succeeds("space").contains("no reservations"));
    assertEquals("no quotas", bora.succeeds("quota").strip());
    assertEquals("no quotas", bora.succeeds("quota", "explain", "--dn", ALICE).strip());
    assertTrue(bora.succeeds("recalls").contains("no files wait for recall"));
    Said volume = bora.verb("recalls", "--volume", "A1");
    assertEquals(1, volume.code(), volume.text());
    assertTrue(volume.text().contains("--library NAME"), volume.text());
    String reloaded =
        bora.succeeds(
            with(Administrators.https(bora, port, "alice"), "config", "reload")
                .toArray(String[]::new));
    assertEquals("0 changes applied, 0 need a restart", reloaded.strip());
    Said reader =
        bora.verb(
            with(Administrators.https(bora, port, "bob"), "config", "reload")
                .toArray(String[]::new));
    assertEquals(1, reader.code(), reader.text());
    String explained =
        api(
            "GET /v1/policy?op=read&surl=srm://elsewhere.example.org/x&dn="
                + AdminOption.encoded(ALICE));
    assertTrue(explained.contains("\"allowed\":false"), explained);
    Said bad = bora.verb("requests", "--kind", "nonsense");
    assertEquals(1, bad.code(), bad.text());
    assertTrue(bad.text().contains("the kinds are PUT, GET"), bad.text());
    Said nobody = bora.verb("doors", "--url", "https://localhost:" + CommandedBora.freePort());
    assertTrue(nobody.code() != 0, nobody.text());
    Said stranger =
        bora.verb(with(Administrators.https(bora, port, "carol"), "doors").toArray(String[]::new));
    assertEquals(1, stranger.code(), stranger.text());
    assertTrue(stranger.text().contains("you are not answered"), stranger.text());
  }

  private void actuatorAnswersOverMutualTls(int port) throws Exception {
    Said health = curl(port, "bob", "/actuator/health/readiness");
    assertTrue(health.text().contains("\"status\":\"UP\""), health.text());
    for (String component : List.of("process", "service", "database", "storage", "audit")) {
      assertTrue(health.text().contains("\"" + component + "\":{"), component + health.text());
    }
    Said figures = curl(port, "bob", "/actuator/prometheus");
    assertTrue(figures.text().contains("\nbora_build_info{"), figures.text());
    assertTrue(figures.text().contains("\njvm_memory_used_bytes{"), figures.text());
    assertTrue(curl(port, "bob", "/metrics").text().contains("\nbora_build_info{"));
    assertTrue(curl(port, "carol", "/actuator/health").text().contains("you are not answered"));
    String level = "/actuator/loggers/org.bora -H 'X-Bora: 1' -d '{\"configuredLevel\":\"DEBUG\"}'";
    assertTrue(curl(port, "bob", level).text().contains("is a reader"));
    assertEquals("", curl(port, "alice", level).text());
    Said changed = curl(port, "bob", "/actuator/loggers/org.bora");
    assertTrue(changed.text().contains("\"effectiveLevel\":\"DEBUG\""), changed.text());
    assertTrue(
        Files.readString(bora.home().log().resolve("audit-bora.log"))
            .contains("POST /actuator/loggers/org.bora"),
        "who changed it is in the audit log");
  }

  private Said curl(int port, String user, String target) throws Exception {
    Path grid = bora.home().grid();
    Said said =
        bora.shell(
            "curl -sS --cert %1$s/users/%2$s.pem --key %1$s/users/%2$s.key --cacert %1$s/ca/ca.pem"
                    .formatted(grid, user)
                + " https://localhost:"
                + port
                + target);
    assertEquals(0, said.code(), said.text());
    return said;
  }

  private String api(String target) throws IOException {
    String[] words = target.split(" ", 2);
    return LocalSocket.ask(bora.home().control(), words[0], words[1], "", LocalSocket.USUAL)
        .orElseThrow()
        .body();
  }

  private void commandsStandInTheAuditLog(String token) throws Exception {
    String audit = Files.readString(bora.home().log().resolve("audit-bora.log"));
    assertTrue(audit.contains("POST /v1/files/free"), "an order");
    assertTrue(
        audit.lines().anyMatch(line -> line.contains("POST /v1/bans") && line.contains("Alice")),
        "who gave it");
    assertTrue(audit.contains(token));
    assertTrue(
        audit.lines().anyMatch(l -> l.contains("/v1/config/reload") && l.contains("0 changes")),
        "what a reload by HTTPS changed");
    assertTrue(
        bora.succeeds("audit", "--surl", "*/big", "--op", "srmPrepareToPut").contains(token));
    assertTrue(bora.succeeds("audit", "reopen").contains("audit"));
  }

  private static List<String> with(List<String> options, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(options);
    return all;
  }

  private String surl(String path) throws IOException {
    return Endpoint.read(bora.home().endpoint()).orElseThrow().surl(path);
  }

  /** A client that dies in the middle of its transfer; returns the token of what it leaves. */
  private String leavesAPut() throws Exception {
    Path big = directory.resolve("big");
    try (RandomAccessFile sparse = new RandomAccessFile(big.toFile(), "rw")) {
      sparse.setLength(8L << 30);
    }
    Process client =
        new ProcessBuilder(
                "bash",
                "-c",
                bora.exports()
                    + "\nexec '"
                    + NO_ABORT
                    + "' gfal-copy file://"
                    + big
                    + " \"$BORA_SURL/big\"")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("client").toFile())
            .start();
    try {
      // by then its call has been answered, and what is in the audit log before the answer is there
      eventually("its bytes arrive", this::isBeingWritten);
      return open().orElseThrow();
    } finally {
      client.descendants().forEach(ProcessHandle::destroyForcibly);
      client.destroyForcibly().waitFor();
    }
  }

  private boolean isBeingWritten() {
    try (Stream<Path> all = Files.walk(bora.home().directory().resolve("data"))) {
      return all.filter(file -> file.getFileName().toString().startsWith(".bora-put-"))
          .anyMatch(file -> file.toFile().length() > 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<String> open() {
    try {
      Matcher token = TOKEN.matcher(api("GET /v1/requests?open=true&kind=put"));
      return token.find() ? Optional.of(token.group(1)) : Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void eventually(String what, BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        fail("not within a minute: " + what);
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private boolean isListing(boolean wanted) {
    try {
      return (bora.shell(listing()).code() == 0) == wanted;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** A ban that comes in the middle of a listing may end that without a line. */
  private boolean isRefusedBy(String order) {
    try {
      return isListing(false)
          && Files.readString(bora.home().log().resolve("bora.log")).contains(order);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String listing() {
    return "'" + NO_ABORT + "' gfal-ls \"$BORA_SURL\"";
  }
}
