package org.bora.launcher.command.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.admin.AdminRoutes;
import org.bora.admin.AdminSocket;
import org.bora.audit.AuditTrail;
import org.bora.door.admit.Ban;
import org.bora.door.admit.BanSettings;
import org.bora.launcher.command.Machine;
import org.bora.server.admin.PolicyRoutes;
import org.bora.server.admin.RunningConfiguration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.control.OrderAnswer;
import org.bora.server.home.Home;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The policy of a configuration file, explained without a server. */
class ExplainCommandIT {

  @TempDir private Path directory;
  private Path file;

  private record Said(int code, String text) {}

  @BeforeEach
  void writesAConfiguration() throws IOException {
    file = directory.resolve("bora.yaml");
    Files.writeString(
        file,
        """
        endpoint: {host: se.example.org}
        areas:
          - name: atlas
            sfn: /atlas
            root: /not/there
            rules:
              - deny write, delete to anyone on /atlas/raw/**
              - allow all to fqan /atlas/Role=production
              - allow read to vo atlas from 192.0.2.0/24
        bans:
          dns:
            - /CN=Mallory*
          authorities: [/CN=Bad CA]
        mapping: {grid-mapfile: map}
        """);
    Files.writeString(directory.resolve("map"), "\"/atlas*\" nosuchaccount\n");
  }

  private Said explain(String... words) {
    List<String> all = new ArrayList<>(List.of("--config", file.toString()));
    all.addAll(List.of(words));
    return run(all);
  }

  private Said run(List<String> words) {
    StringWriter text = new StringWriter();
    CommandLine line = new CommandLine(new ExplainCommand(new Machine(directory, false, Map.of())));
    line.setOut(new PrintWriter(text, true));
    line.setErr(new PrintWriter(text, true));
    return new Said(line.execute(words.toArray(String[]::new)), text.toString());
  }

  private Said ask(String dn, String fqan, String operation, String path, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--dn",
                dn,
                "--fqan",
                fqan,
                "--op",
                operation,
                "--surl",
                "srm://se.example.org/" + path));
    words.addAll(List.of(more));
    return explain(words.toArray(String[]::new));
  }

  private static void assertSays(Said said, String part) {
    assertTrue(said.text().contains(part), said.text());
  }

  @Test
  void anAllowanceNamesItsRuleByFileAndLineAndTheAccount() {
    Said said = ask("/CN=Alice", "/atlas/Role=production", "write", "atlas/mc/f");

    assertEquals(0, said.code(), said.text());
    assertSays(said, "no match " + file + ":7  deny write, delete to anyone on /atlas/raw/**: the");
    assertSays(said, "decides  " + file + ":8  allow all to fqan /atlas/Role=production");
    assertSays(said, "ALLOWED  write is allowed by rule 2 of area atlas");
    assertSays(said, "account  none: account nosuchaccount does not exist on this machine (");
    assertSays(said, "map:1: \"/atlas*\" nosuchaccount)");
  }

  @Test
  void aDenialNamesItsRule() {
    Said said = ask("/CN=Alice", "/atlas/Role=production", "delete", "atlas/raw/f");

    assertEquals(1, said.code(), said.text());
    assertSays(said, "decides  " + file + ":7  deny write");
    assertSays(said, "REFUSED  delete is denied by rule 1 of area atlas, a rule for anyone on");
  }

  @Test
  void withoutARuleItSaysWhyEachWasPassedOver() {
    Said said = ask("/CN=Alice", "/atlas", "read", "atlas/f", "--host", "198.51.100.1");

    assertEquals(1, said.code(), said.text());
    assertSays(said, ":7  deny write, delete to anyone on /atlas/raw/**: does not cover read");
    assertSays(said, ":8  allow all to fqan /atlas/Role=production: the caller is not fqan");
    assertSays(said, "host '198.51.100.1' is not within 192.0.2.0/24");
    assertEquals(0, ask("/CN=Alice", "/atlas", "read", "atlas/f", "--host", "192.0.2.5").code());
    assertEquals(
        0,
        explain(
                "--dn",
                "/CN=A",
                "--vo",
                "atlas",
                "--host",
                "192.0.2.5",
                "--op",
                "list",
                "--surl",
                "srm://se.example.org:8444/srm/managerv2?SFN=/atlas/d")
            .code(),
        "to list is implied, a VO is an attribute");
  }

  @Test
  void aBanBeatsWhatTheRulesAllow() {
    Said byName = ask("/CN=Mallory 2", "/atlas/Role=production", "read", "atlas/f");
    Said byAuthority =
        ask("/CN=A", "/atlas/Role=production", "read", "atlas/f", "--authority", "/CN=Bad CA");

    assertEquals(1, byName.code());
    assertSays(byName, "banned by dn /CN=Mallory* (" + file + ":12)");
    assertEquals(1, byAuthority.code());
    assertSays(byAuthority, "banned by authority /CN=Bad CA (" + file + ":13)");
  }

  @Test
  void whoRunsIsAskedAndKnowsTheBansByOrder() throws IOException {
    BanSettings ordered =
        new BanSettings(List.of(new Ban("/CN=Eve", "order 7")), List.of(), List.of());
    RunningConfiguration running =
        new RunningConfiguration(
            ((ConfigurationFile.Outcome.Valid) ConfigurationFile.read(file)).configuration());
    PolicyRoutes routes =
        new PolicyRoutes(
            running,
            () -> Optional.of(ordered),
            (_, one) -> "no account",
            () -> new OrderAnswer(false, List.of()));
    AdminRoutes all = new AdminRoutes(routes.all(), AuditTrail.off());
    Home home = new Home(directory.resolve("home"));
    home.create();
    try (AdminSocket _ = AdminSocket.open(home.control(), all)) {
      Said eve = askRunning("/CN=Eve", "--fqan", "/atlas/Role=production", "--vo", "cms");
      assertEquals(1, eve.code(), eve.text());
      assertSays(eve, "caller   /CN=Eve [/atlas/Role=production, /cms]");
      assertSays(eve, "banned by dn /CN=Eve (order 7)");
      Said alice = askRunning("/CN=Alice B", "--fqan", "/atlas/Role=production");
      assertEquals(0, alice.code(), alice.text());
      assertSays(
          alice, "bans     none is for the caller (not looked at: authorities, give --authority)");
      Said wrong = askRunning("CN=Alice");
      assertEquals(2, wrong.code(), wrong.text());
      assertSays(wrong, "does not begin with a slash");
      Said both = askRunning("/CN=Alice", "--config", file.toString());
      assertEquals(2, both.code(), both.text());
      Said former = askRunning("/CN=Alice", "--ca", "/CN=Bad CA");
      assertEquals(2, former.code(), former.text());
      assertSays(former, "the caller's authority is --authority DN");
    }
    Said nobody = askRunning("/CN=Alice");
    assertEquals(2, nobody.code(), nobody.text());
    assertSays(nobody, "no running Bora answers");
    assertSays(
        ask("/CN=Eve", "/atlas", "read", "atlas/f"), "bans made at run time, ask with --running");
  }

  private Said askRunning(String dn, String... more) {
    List<String> words =
        new ArrayList<>(List.of("--running", "--home", directory.resolve("home").toString()));
    words.addAll(List.of("--dn", dn, "--op", "write", "--surl", "srm://se.example.org/atlas/f"));
    words.addAll(List.of(more));
    return run(words);
  }

  @Test
  void placesOutsideTheAreasAreSaid() {
    Said top = ask("/CN=A", "/atlas", "list", "");
    assertEquals(1, top.code(), top.text());
    Said above = ask("/CN=A", "/atlas/Role=production", "list", "");
    assertEquals(0, above.code(), above.text());
    assertEquals(1, ask("/CN=A", "/atlas/Role=production", "write", "").code());
    Said nowhere = ask("/CN=A", "/atlas", "read", "cms/f");
    assertEquals(1, nowhere.code());
    assertSays(nowhere, "no storage area begins like this");
  }

  @Test
  void wrongUseIsSaid() throws IOException {
    assertEquals(2, ask("/CN=A", "/atlas", "reed", "atlas").code());
    assertEquals(2, ask("CN=A", "/atlas", "read", "atlas").code());
    assertEquals(2, explain("--dn", "/CN=A").code());
    Files.writeString(file, "areas: 5");
    Said broken = ask("/CN=A", "/atlas", "read", "atlas");
    assertEquals(2, broken.code());
    assertSays(broken, "must be a list");
  }
}
