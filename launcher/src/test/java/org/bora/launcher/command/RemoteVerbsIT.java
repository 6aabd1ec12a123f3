package org.bora.launcher.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bora.launcher.command.CommandedBora.Said;
import org.bora.server.home.Endpoint;
import org.bora.server.home.FirstConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an administrator sees and orders from elsewhere is what he would on the machine: over HTTPS,
 * with certificates of users of the try grid. Most verbs run in this process.
 */
class RemoteVerbsIT {
  private static final String NOBODY = "0191f0e0-0000-7000-8000-000000000000";

  @TempDir private Path directory;
  private CommandedBora bora;
  private int port;

  @BeforeEach
  void start() throws Exception {
    bora = new CommandedBora(directory);
    port = CommandedBora.freePort();
    bora.home().create();
    FirstConfiguration.provide(bora.home(), FirstConfiguration.Kind.TAPE);
    Files.writeString(
        bora.home().configuration(),
        Files.readString(bora.home().configuration()) + Administrators.section(port));
    bora.up();
  }

  @AfterEach
  void stop() {
    bora.verb("down");
  }

  private Said as(String user, String... words) {
    return bora.verb(from(user, words));
  }

  /** As the script does it. */
  private Said processAs(String user, String... words) throws Exception {
    return bora.process(from(user, words));
  }

  private String[] from(String user, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(Administrators.https(bora, port, user));
    return all.toArray(String[]::new);
  }

  @Test
  void everyVerbAnswersFromElsewhereAsItDoesHereAndOrdersAreForAdmins() throws Exception {
    looksAreTheSame();
    whatTheFileSaysOtherwiseIsTold();
    aDecisionIsExplained();
    ordersAreForAdmins();
    itIsDrained();
    ordersStandInTheAuditLog();
  }

  private void looksAreTheSame() throws Exception {
    for (List<String> verb :
        List.of(List.of("areas"), List.of("tape"), List.of("tape", "copies"), List.of("status"))) {
      Said here = bora.verb(verb.toArray(String[]::new));
      Said there = as("bob", verb.toArray(String[]::new));
      assertEquals(0, here.code(), here.text());
      assertEquals(0, there.code(), there.text());
      assertEquals(beginnings(here), beginnings(there), () -> there.text());
    }
    String status = processAs("bob", "status", "--json").text();
    assertTrue(status.startsWith("{\"ready\":true,\"processes\":[{\"process\":\"bora\""), status);
    assertTrue(as("bob", "areas", "--json").text().contains("\"areas\":[{"));
    Said stranger = processAs("carol", "status", "--json");
    assertEquals(1, stranger.code(), stranger.text());
    assertTrue(stranger.text().contains("you are not answered"), stranger.text());
    Said nobody = bora.verb("areas", "--url", "https://localhost:" + CommandedBora.freePort());
    assertTrue(nobody.code() != 0, nobody.text());
  }

  /** Figures change from one look to the next. */
  private static List<String> beginnings(Said said) {
    return said.text().lines().map(line -> line.strip().split("[ 0-9]", -1)[0]).toList();
  }

  private void whatTheFileSaysOtherwiseIsTold() throws Exception {
    assertEquals("no differences\n", processAs("bob", "config", "diff").text());
    Path file = bora.home().configuration();
    String text = Files.readString(file);
    Files.writeString(file, text + "site: {name: X}\n");
    Said here = bora.verb("config", "diff");
    Said there = as("bob", "config", "diff");
    assertEquals(1, there.code(), there.text());
    assertEquals(here, there);
    Files.writeString(file, text + "site: 5\n");
    Said wrong = as("bob", "config", "diff");
    assertEquals(2, wrong.code(), wrong.text());
    assertEquals(bora.verb("config", "diff"), wrong);
    Files.writeString(file, text);
    Said keyless =
        bora.verb(
            "config",
            "diff",
            "--url",
            "https://localhost:" + port,
            "--cert",
            directory.resolve("none.pem").toString());
    assertEquals(2, keyless.code(), keyless.text());
  }

  private void aDecisionIsExplained() throws Exception {
    String surl = Endpoint.read(bora.home().endpoint()).orElseThrow().surl("/x");
    String[] words = {
      "policy", "explain", "--dn", "/DC=test/CN=X", "--vo", "testvo", "--op", "read", "--surl", surl
    };
    Said there = as("bob", words);
    assertEquals(0, there.code(), there.text());
    List<String> here = new ArrayList<>(List.of(words));
    here.add("--running");
    assertEquals(bora.succeeds(here.toArray(String[]::new)), there.text());
  }

  private void ordersAreForAdmins() throws Exception {
    String surl = Endpoint.read(bora.home().endpoint()).orElseThrow().surl("/none");
    List<List<String>> orders =
        List.of(
            List.of("tape", "retry", "tapes"),
            List.of("tape", "keep", NOBODY),
            List.of("tape", "give-up", NOBODY),
            List.of("tape", "forgotten", "tapes", "--remove"),
            List.of("tape", "refresh", surl),
            List.of("drain"));
    for (List<String> order : orders) {
      Said reader = as("bob", order.toArray(String[]::new));
      assertEquals(1, reader.code(), reader.text());
      assertTrue(reader.text().contains("is a reader"), reader.text());
    }
    assertEquals("0 files tried again now\n", as("alice", "tape", "retry", "tapes").text());
    assertEquals(
        "every object of library tapes is known\n",
        as("alice", "tape", "forgotten", "tapes", "--remove").text());
    Said unknown = as("alice", "tape", "retry", "robot");
    assertEquals(1, unknown.code(), unknown.text());
    assertTrue(unknown.text().contains("there are: tapes"), unknown.text());
    for (String order : List.of("keep", "give-up")) {
      Said none = as("alice", "tape", order, NOBODY);
      assertEquals(1, none.code(), none.text());
      assertTrue(none.text().contains("no copy without its file"), none.text());
    }
    Said refreshed = as("alice", "tape", "refresh", surl, "--json");
    assertEquals(1, refreshed.code(), refreshed.text());
    assertTrue(refreshed.text().startsWith("{\"done\":false,\"lines\":["), refreshed.text());
    assertTrue(refreshed.text().contains("there is no such file"), refreshed.text());
  }

  private void itIsDrained() throws Exception {
    Said drained = as("alice", "drain", "--wait", "120");
    assertEquals(0, drained.code(), drained.text());
    assertTrue(drained.text().endsWith("drained: it may be stopped\n"), drained.text());
    Said idle = as("bob", "status");
    assertEquals(1, idle.code(), idle.text());
    assertTrue(idle.text().contains("state     drained\n"), idle.text());
    assertFalse(idle.text().contains("does not answer"), idle.text());
    assertEquals("serving\n", as("alice", "drain", "--undo").text());
    assertEquals(0, as("bob", "status").code());
    Said closed = as("alice", "drain", "--close", "--wait", "120");
    assertEquals(0, closed.code(), closed.text());
    assertTrue(closed.text().endsWith("closed: it may be stopped\n"), closed.text());
    Said late = as("alice", "drain", "--undo");
    assertEquals(1, late.code(), late.text());
    assertTrue(late.text().contains("too late: its port is closed"), late.text());
    Said status = as("bob", "status");
    assertEquals(1, status.code(), status.text());
    assertTrue(status.text().contains("state     closed\n"), status.text());
    assertFalse(status.text().contains("(does not answer)"), status.text());
  }

  private void ordersStandInTheAuditLog() throws Exception {
    List<String> audit =
        Files.readAllLines(bora.home().log().resolve("audit-bora.log")).stream()
            .filter(line -> line.contains("\"op\":\"api\""))
            .toList();
    for (String order : List.of("/v1/tape/retry", "/v1/tape/refresh", "/keep", "/v1/drain")) {
      assertTrue(
          audit.stream().anyMatch(line -> line.contains(order) && line.contains("CN=Alice")),
          order + " of an admin");
      assertTrue(
          audit.stream()
              .anyMatch(
                  line ->
                      line.contains(order)
                          && line.contains("CN=Bob")
                          && line.contains("\"outcome\":\"refused\"")),
          order + " that a reader tried");
    }
  }
}
