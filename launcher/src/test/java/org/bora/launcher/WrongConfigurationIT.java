package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bora.launcher.check.Half;
import org.bora.launcher.command.Machine;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.config.ConfigurationFile;
import org.bora.launcher.home.Home;
import org.bora.launcher.wire.AllInOne;
import org.bora.launcher.wire.BackendProcess;
import org.bora.launcher.wire.FrontendProcess;
import org.bora.launcher.wire.StartFailure;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Wrong configurations, each wrong in one way: {@code bora config check} names key, value, reason
 * and way out, the start says the same and leaves nothing behind. What is said stands in
 * docs/operate/wrong-configuration.md; target/wrong-configuration.md is what it should be.
 */
class WrongConfigurationIT {
  private static final Path TABLE = Path.of("..", "docs", "operate", "wrong-configuration.md");
  private static final Path MADE = Path.of("target", "wrong-configuration.md");
  private static final String BEGIN = "| what is wrong | what is said |\n|---|---|\n";

  @TempDir private static Path directory;
  private static WrongSite site;

  /**
   * A way to be wrong.
   *
   * @param key that the message must begin with, or hold
   * @param value that it must name
   */
  private record Way(String what, String key, String value, Function<WrongSite, byte[]> file) {}

  @BeforeAll
  static void make() throws Exception {
    site = WrongSite.make(directory);
  }

  private static Way way(String what, String key, String value, Function<WrongSite, String> text) {
    return new Way(what, key, value, made -> text.apply(made).getBytes(StandardCharsets.UTF_8));
  }

  private static Way changed(String what, String key, String value, String from, String to) {
    return way(
        what,
        key,
        value,
        made -> {
          assertTrue(made.base().contains(from), from);
          return made.base().replace(from, to);
        });
  }

  private static Way area(String what, String key, String value, String area) {
    return way(what, key, value, made -> made.base() + "  - " + area + "\n");
  }

  private static Way library(String what, String key, String value, String library) {
    return way(
        what,
        key,
        value,
        made ->
            made.base()
                    .replace(
                        "    root: data/atlas\n",
                        "    root: data/atlas\n    class: d1t1\n    library: robot\n")
                + "tape: {libraries: ["
                + library
                + "]}\n");
  }

  private static List<Way> written() {
    String rule = "allow all to vo atlas";
    return List.of(
        changed("unknown key", "endpoint.colour", "host", "address:", "colour: red, address:"),
        changed("misspelt key", "endpoint.adress", "address", "address:", "adress:"),
        changed("unknown section", "endpoints", "endpoint", "endpoint:", "endpoints:"),
        way("no unit", "admission.deadline", "'15'", s -> s.base() + "admission: {deadline: 15}\n"),
        way(
            "wrong unit",
            "calls.largest-body",
            "'8 apples'",
            s -> s.base() + "calls: {largest-body: 8 apples}\n"),
        changed("port out of range", "endpoint.port", "'70000'", "18444", "70000"),
        way("number out of range", "space.shares", "'65'", s -> s.base() + "space: {shares: 65}\n"),
        way(
            "not one of the choices",
            "logging.level",
            "'loud'",
            s -> s.base() + "logging: {level: loud}\n"),
        changed(
            "a list wanted",
            "doors",
            "a section",
            "[{host: gridftp.example.org}]",
            "{host: gridftp.example.org}"),
        changed("a section wanted", "database", "'mysql'", "{embedded: true}", "mysql"),
        changed("required key missing", "areas[0].sfn", "is missing", "    sfn: /atlas\n", ""),
        changed(
            "key written twice", "areas[0].sfn", "line 8", "    root:", "    sfn: /b\n    root:"),
        changed("tab", "bora.yaml:8", "TAB", "    sfn:", "\tsfn:"),
        changed("wrong indentation", "bora.yaml:8", "is not YAML", "    sfn:", "  sfn:"),
        changed("bracket not closed", "bora.yaml", "is not YAML", "18444}", "18444"),
        new Way(
            "not UTF-8",
            "bora.yaml",
            "iconv",
            s -> (s.base() + "# è\n").getBytes(StandardCharsets.ISO_8859_1)),
        way(
            "empty file",
            "areas",
            "no storage area",
            s ->
                "credentials: {certificate: host.pem, key: host.key, trust: ca, vomsdir: vomsdir}\nmapping: {grid-mapfile: gridmap}\ndatabase: {embedded: true}\n"),
        area(
            "two areas of one name",
            "areas",
            "name atlas",
            "{name: atlas, sfn: /cms, root: data/cms, token: t}"),
        area(
            "two areas at one path",
            "areas",
            "sfn /atlas",
            "{name: cms, sfn: /atlas, root: data/cms}"),
        area(
            "two areas in one directory",
            "areas",
            "data/atlas",
            "{name: cms, sfn: /cms, root: data/atlas}"),
        area(
            "areas nested wrongly",
            "areas",
            "/atlas/x",
            "{name: cms, sfn: /cms, root: data/atlas/x}"),
        area(
            "path that no client can write",
            "areas[1]",
            "'/a/../b'",
            "{name: cms, sfn: /a/../b, root: data/cms}"),
        area(
            "the whole machine as an area",
            "areas[1].root",
            "/",
            "{name: cms, sfn: /cms, root: /}"),
        changed("rule that is none", "areas[0].rules[0]", "'everybody may'", rule, "everybody may"),
        changed("bad FQAN", "areas[0].rules[0]", "'fqan atlas'", rule, "allow all to fqan atlas"),
        changed("bad operation", "areas[0].rules[0]", "'wriet'", rule, "allow wriet to vo atlas"),
        changed(
            "bad address in a rule",
            "areas[0].rules[0]",
            "'192.0.2.1/24'",
            rule,
            rule + " from 192.0.2.1/24"),
        changed(
            "tape without a library",
            "areas[0]",
            "d1t1",
            "    root:",
            "    class: d1t1\n    root:"),
        changed(
            "library that is not there",
            "areas",
            "robbot",
            "    root:",
            "    class: d1t1\n    library: robbot\n    root:"),
        library(
            "library without a command",
            "tape.libraries[0].script",
            "command",
            "{name: robot, driver: script}"),
        way(
            "embedded database and an address",
            "database.embedded",
            "url",
            s -> s.base().replace("embedded: true", "embedded: true, url: 'jdbc:mysql://h/b'")),
        way(
            "a share of no area",
            "site.shares[0].area",
            "'cms'",
            s -> s.base() + "site: {shares: [{area: cms}]}\n"),
        way(
            "a peer that is no address",
            "link.backends[0]",
            "'b'",
            s -> s.base() + "link: {backends: [b]}\n"));
  }

  private static List<Way> onThisMachine() {
    return List.of(
        changed(
            "certificate missing", "credentials.certificate", "none.pem", "host.pem", "none.pem"),
        changed("key missing", "credentials.key", "none.key", "host.key", "none.key"),
        changed(
            "key of another certificate", "credentials.key", "other.key", "host.key", "other.key"),
        changed(
            "certificate expired",
            "credentials.certificate",
            "old.pem",
            "host.pem, key: host.key",
            "old.pem, key: old.key"),
        changed(
            "certificate that is none", "credentials.certificate", "notes", "host.pem", "notes"),
        changed(
            "key that everybody can read", "credentials.key", "open.key", "host.key", "open.key"),
        changed(
            "directory in place of a file",
            "credentials.certificate",
            "ca",
            "certificate: host.pem",
            "certificate: ca"),
        changed(
            "no directory of authorities",
            "credentials.trust",
            "no-ca",
            "trust: ca",
            "trust: no-ca"),
        changed(
            "address of another machine",
            "endpoint.address",
            "203.0.113.7",
            "127.0.0.1",
            "203.0.113.7"),
        changed(
            "address that nobody knows",
            "endpoint.address",
            "no.such.invalid",
            "127.0.0.1",
            "no.such.invalid"),
        changed(
            "root of an area missing", "areas.atlas.root", "data/none", "data/atlas", "data/none"),
        changed(
            "root of an area that is a file", "areas.atlas.root", "notes", "data/atlas", "notes"),
        changed(
            "area around Bora's own files",
            "areas.atlas.root",
            "bora.yaml",
            "root: data/atlas",
            "root: ."),
        changed(
            "area inside Bora's home",
            "areas.atlas.root",
            "database/x",
            "data/atlas",
            "database/x"),
        changed("no grid-mapfile", "mapping", "no-map", "gridmap}", "no-map}"),
        changed(
            "bad line of the grid-mapfile", "mapping", "bad-map: line 1", "gridmap}", "bad-map}"),
        library(
            "tape program missing",
            "tape.libraries.robot.script.command",
            "no-program",
            "{name: robot, driver: script, script: {command: [no-program]}}"),
        library(
            "tape program not executable",
            "tape.libraries.robot.script.command",
            "notes",
            "{name: robot, driver: script, script: {command: [notes]}}"),
        library(
            "no tokens for the pullers",
            "tape.libraries.robot.recall-table.tokens",
            "no-tokens",
            "{name: robot, driver: recall-table, recall-table: {tokens: no-tokens, host: 127.0.0.1, tls: false}}"),
        way(
            "no password of the database",
            "database.password-file",
            "no-password",
            s -> s.backend("jdbc:mysql://127.0.0.1/b").replace("link.password", "no-password")),
        way(
            "certificate between the halves missing",
            "link.certificate",
            "none.pem",
            s ->
                s.frontend()
                    .replace(
                        "{authorities: host.pem, certificate: host.pem",
                        "{authorities: host.pem, certificate: none.pem")),
        way(
            "authority of the other half missing",
            "link.authorities",
            "none.pem",
            s -> s.frontend().replace("authorities: host.pem", "authorities: none.pem")));
  }

  @Test
  void everyWayIsToldByTheCheckAndTheStartAndTheTableHasIt() throws IOException {
    spoil();
    StringBuilder rows = new StringBuilder(BEGIN);
    List<Executable> ways = new ArrayList<>();
    for (Way way : Stream.concat(written().stream(), onThisMachine().stream()).toList()) {
      ways.add(
          () -> {
            Path file = site.write(way.file().apply(site));
            String said = check(file, way);
            assertStartRefuses(file, said, way);
            rows.append("| %s | `%s` |%n".formatted(way.what(), everywhere(said)));
          });
    }
    assertAll(ways);
    Files.createDirectories(MADE.getParent());
    Files.writeString(MADE, rows);
    String table = Files.readString(TABLE);
    assertTrue(
        table.contains(rows), "docs/operate/wrong-configuration.md needs what is in " + MADE);
  }

  /** Without what differs from machine to machine, as a table has it. */
  private static String everywhere(String said) {
    return said.replace("|", "\\|")
        .replaceAll("which has [^;]*", "which has 192.0.2.7, 127.0.0.1")
        .replaceAll("T[0-9:]{8}Z", "T23:00:00Z")
        .replaceAll("2021-01-01|2020-12-3[01]", "2020-12-31");
  }

  private static void spoil() throws IOException {
    Files.copy(directory.resolve("host.key"), directory.resolve("open.key"));
    Files.setPosixFilePermissions(
        directory.resolve("open.key"), PosixFilePermissions.fromString("rw-r--r--"));
    Files.createDirectories(directory.resolve("database/x"));
    Files.writeString(directory.resolve("bad-map"), "no quotes\n");
  }

  /** The line about the key; the directory of this test is called /etc/bora in it. */
  private static String check(Path file, Way way) {
    StringWriter out = new StringWriter();
    CommandLine line = Main.commandLine(new Machine(directory, false, Map.of()));
    line.setOut(new PrintWriter(out, true));
    int code = line.execute("config", "check", file.toString());
    String all = out.toString().replace(directory.toString(), "/etc/bora");
    assertEquals(1, code, way.what() + ": " + all);
    String told =
        all.lines()
            .filter(each -> each.contains(way.key()))
            .findFirst()
            .orElseThrow(() -> new AssertionError(way.what() + ": " + all));
    assertTrue(told.contains(way.value()), way.what() + ": " + told);
    assertEquals("1 mistake", all.lines().toList().getLast(), way.what() + ": " + all);
    return told;
  }

  private static void assertStartRefuses(Path file, String said, Way way) throws IOException {
    SortedSet<String> before = everything();
    switch (ConfigurationFile.read(file)) {
      case ConfigurationFile.Outcome.Invalid invalid -> {
        String first = invalid.mistakes().getFirst().toString();
        assertEquals(said, first.replace(directory.toString(), "/etc/bora"), way.what());
        for (String verb : List.of("backend", "frontend")) {
          CommandLine line = Main.commandLine(new Machine(directory, false, Map.of()));
          assertEquals(
              1,
              line.execute(verb, "--config", file.toString(), "--directory", directory.toString()));
        }
      }
      case ConfigurationFile.Outcome.Valid valid -> {
        StartFailure failure =
            assertThrows(StartFailure.class, () -> start(valid.configuration()), way.what());
        String told = failure.getMessage().replace(directory.toString(), "/etc/bora");
        assertEquals(said, "/etc/bora/bora.yaml: " + told, way.what());
      }
    }
    assertEquals(before, everything(), way.what() + ": nothing is begun");
  }

  private static void start(Configuration configuration) throws Exception {
    switch (Half.of(configuration)) {
      case ALL -> {
        try (AllInOne bora = new AllInOne(new Home(directory), configuration, false, step -> {})) {
          bora.start();
        }
      }
      case BACKEND -> {
        try (BackendProcess backend = new BackendProcess(configuration, directory, step -> {})) {
          backend.start();
        }
      }
      case FRONTEND -> {
        try (FrontendProcess frontend = new FrontendProcess(configuration, directory)) {
          frontend.start();
        }
      }
    }
  }

  private static SortedSet<String> everything() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      SortedSet<String> names = new TreeSet<>();
      all.forEach(each -> names.add(each.toString()));
      return names;
    }
  }

  @Test
  void whatTheCheckFindsGoodHasNoMistakes() {
    StringWriter out = new StringWriter();
    CommandLine line = Main.commandLine(new Machine(directory, false, Map.of()));
    line.setOut(new PrintWriter(out, true));
    Path file = site.write(site.base());
    assertEquals(0, line.execute("config", "check", file.toString()), out::toString);
    assertTrue(out.toString().endsWith("no mistakes\n"), out::toString);
    assertEquals(0, line.execute("config", "check", "--file-only", file.toString()));
  }

  @Test
  void aDatabaseThatIsNotThereIsToldWithoutWaitingForIt() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    Way closed = way("no database", "database.url", "127.0.0.1:" + port, WrongSite::base);
    check(site.write(site.backend("jdbc:mysql://127.0.0.1:" + port + "/bora")), closed);
    Way unknown =
        way("unknown host", "database.url", "the name service does not know", WrongSite::base);
    check(site.write(site.backend("jdbc:mysql://no.such.invalid/bora")), unknown);
  }

  @Test
  void aPortThatIsTakenIsToldAndNothingStaysBehind() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path file = site.write(site.base().replace("18444", "" + taken.getLocalPort()));
      Configuration configuration =
          ((ConfigurationFile.Outcome.Valid) ConfigurationFile.read(file)).configuration();
      Home home = new Home(directory);
      home.create();
      StartFailure failure = assertThrows(StartFailure.class, () -> start(configuration));
      assertTrue(failure.getMessage().contains("endpoint.port"), failure.getMessage());
      assertTrue(failure.getMessage().contains("" + taken.getLocalPort()), failure.getMessage());
      assertTrue(home.boraPid().running().isEmpty());
      assertEquals(
          List.of(),
          new ArrayList<>(
              ProcessHandle.current()
                  .children()
                  .filter(each -> each.info().command().orElse("").contains("mariadbd"))
                  .toList()));
    }
  }

  @Test
  void peersWithoutEachOtherAreTold() {
    Path file = site.write(site.base());
    Configuration configuration =
        ((ConfigurationFile.Outcome.Valid) ConfigurationFile.read(file)).configuration();
    StartFailure backend =
        assertThrows(
            StartFailure.class,
            () -> new BackendProcess(configuration, directory, step -> {}).start());
    assertTrue(backend.getMessage().startsWith("link.frontends names nobody"));
    StartFailure frontend =
        assertThrows(
            StartFailure.class, () -> new FrontendProcess(configuration, directory).start());
    assertTrue(frontend.getMessage().startsWith("link.backends names no backend"));
  }
}
