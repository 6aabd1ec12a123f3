package org.bora.launcher.command.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bora.admin.AdminRoutes;
import org.bora.admin.AdminSocket;
import org.bora.audit.AuditTrail;
import org.bora.launcher.command.Machine;
import org.bora.server.admin.DiffRoutes;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.home.Home;
import org.bora.server.wire.Reload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What another configuration would change, between files and of a Bora that runs. */
class DiffCommandIT {
  private static final String BEFORE =
      """
      endpoint: {host: se.example.org}
      areas:
        - {name: a, sfn: /a, root: /d, rules: [allow read to vo a]}
      """;

  @TempDir private Path directory;
  private final StringWriter said = new StringWriter();

  private int diff(String... words) {
    CommandLine line = new CommandLine(new DiffCommand(new Machine(directory, false, Map.of())));
    line.setOut(new PrintWriter(said, true));
    line.setErr(new PrintWriter(said, true));
    return line.execute(words);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  @Test
  void eachDifferenceSaysWhatItTakes() throws IOException {
    String a = file("a.yaml", BEFORE);
    String b =
        file(
            "b.yaml",
            BEFORE.replace("read to", "all to").replace("org}", "org, port: 9}")
                + "site: {name: X}\n");
    assertEquals(1, diff(a, b));
    assertEquals(
        """
        areas.a.rules: - allow read to vo a  (reload)
        areas.a.rules: + allow all to vo a  (reload)
        endpoint.port: 8444 -> 9  (restart)
        site.name: nothing -> X  (reload)
        3 changes for a reload, 1 for a restart
        """,
        said.toString());
  }

  @Test
  void theSameInOtherWordsIsNoDifference() throws IOException {
    String a = file("a.yaml", BEFORE);
    String b = file("b.yaml", "# more\n" + BEFORE.replace("org}", "org, port: 8444}"));
    assertEquals(0, diff(a, b));
    assertEquals("no differences\n", said.toString());
    assertEquals(0, diff(a, b, "--json"));
    assertTrue(said.toString().endsWith("[]\n"), said.toString());
  }

  @Test
  void anAreaToComeNeedsARestart() throws IOException {
    String a = file("a.yaml", BEFORE);
    String b =
        file("b.yaml", BEFORE + "  - {name: b, sfn: /b, root: /e, rules: [allow all to vo b]}\n");
    assertEquals(1, diff(a, b));
    assertTrue(said.toString().contains("areas.b.rules: + allow all to vo b  (restart)"));
  }

  @Test
  void whatCannotBeComparedIsTrouble() throws IOException {
    String a = file("a.yaml", BEFORE);
    assertEquals(2, diff(a));
    assertEquals(2, diff(a, file("b.yaml", "areas: 5")));
    assertTrue(said.toString().contains("must be a list"), said.toString());
    assertEquals(2, diff(a, directory.resolve("none").toString()));
    assertEquals(2, diff("--home", directory.resolve("home").toString()), "nothing runs");
  }

  @Test
  void aRunningBoraComparesItsFileWithWhatItRunsWithAndChangesNothing() throws IOException {
    Path home = Files.createDirectories(directory.resolve("home/run"));
    Path file = directory.resolve("bora.yaml");
    Files.writeString(file, BEFORE);
    Configuration running =
        ((ConfigurationFile.Outcome.Valid) ConfigurationFile.read(file)).configuration();
    Reload reload = new Reload(running, List.of());
    AdminRoutes routes =
        new AdminRoutes(new DiffRoutes(reload::differences).all(), AuditTrail.off());
    Path socket = new Home(home.getParent()).control();
    try (AdminSocket _ = AdminSocket.open(socket, routes)) {
      String at = home.getParent().toString();
      assertEquals(0, diff("--home", at), said::toString);
      Files.writeString(file, BEFORE.replace("read to", "all to"));
      assertEquals(1, diff("--home", at), said::toString);
      assertEquals(1, diff("--home", at), "it was not taken");
      Files.writeString(file, "areas: 5");
      assertEquals(2, diff("--home", at), said::toString);
      assertTrue(said.toString().contains("must be a list"), said.toString());
      assertEquals(2, diff("--home", at, "--json"));
      assertTrue(said.toString().lines().toList().getLast().startsWith("{\"lines\":["));
    }
  }
}
