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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bora.launcher.command.Machine;
import org.bora.server.check.Half;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.home.Home;
import org.bora.server.service.NotifySocket;
import org.bora.server.wire.AllInOne;
import org.bora.server.wire.BackendProcess;
import org.bora.server.wire.DoorProcess;
import org.bora.server.wire.FrontendProcess;
import org.bora.server.wire.StartFailure;
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
  private static final String BEGIN = "| mistake | message |\n|---|---|\n";

  @TempDir private static Path directory;
  private static WrongSite site;

  @BeforeAll
  static void make() throws Exception {
    site = WrongSite.make(directory);
  }

  @Test
  void everyWayIsToldByTheCheckAndTheStartAndTheTableHasIt() throws IOException {
    spoil();
    StringBuilder rows = new StringBuilder(BEGIN);
    List<Executable> ways = new ArrayList<>();
    for (WrongWay way :
        Stream.concat(WrongWays.written().stream(), WrongWays.onThisMachine().stream()).toList()) {
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
    Files.createDirectories(directory.resolve("board"));
    site.secret("board/tokens", "0123456789abcdef".repeat(4) + "\n");
    Files.createDirectories(directory.resolve("data/atlas/x"));
    Path links = Files.createDirectories(directory.resolve("linked"));
    Files.createSymbolicLink(links.resolve("home"), directory);
    Files.createSymbolicLink(links.resolve("atlas"), directory.resolve("data/atlas"));
  }

  /** The line about the key; the directory of this test is called /etc/bora in it. */
  private static String check(Path file, WrongWay way) {
    StringWriter out = new StringWriter();
    CommandLine line = Main.commandLine(machine());
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

  private static void assertStartRefuses(Path file, String said, WrongWay way) throws IOException {
    SortedSet<String> before = everything();
    switch (ConfigurationFile.read(file)) {
      case ConfigurationFile.Outcome.Invalid invalid -> {
        String first = invalid.mistakes().getFirst().toString();
        assertEquals(said, first.replace(directory.toString(), "/etc/bora"), way.what());
        for (String verb : List.of("backend", "frontend", "door")) {
          CommandLine line = Main.commandLine(machine());
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
        try (AllInOne bora =
            new AllInOne(
                new Home(directory), configuration, false, step -> {}, NotifySocket.nobody())) {
          bora.start();
        }
      }
      case BACKEND -> {
        try (BackendProcess backend =
            new BackendProcess(configuration, directory, step -> {}, NotifySocket.nobody())) {
          backend.start();
        }
      }
      case DOOR -> {
        try (DoorProcess door = new DoorProcess(configuration, directory, NotifySocket.nobody())) {
          door.start();
        }
      }
      case FRONTEND -> {
        try (FrontendProcess frontend =
            new FrontendProcess(configuration, directory, NotifySocket.nobody())) {
          frontend.start();
        }
      }
    }
  }

  /** Its home is the directory of the file, as after {@code bora up --home}. */
  private static Machine machine() {
    return new Machine(directory, false, Map.of("BORA_HOME", directory.toString()));
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
    CommandLine line = Main.commandLine(machine());
    line.setOut(new PrintWriter(out, true));
    Path file = site.write(site.base());
    assertEquals(0, line.execute("config", "check", file.toString()), out::toString);
    assertTrue(out.toString().endsWith("no mistakes\n"), out::toString);
    assertEquals(0, line.execute("config", "check", "--file-only", file.toString()));
  }

  @Test
  void inATryGridOnlyWhatUpMakesMayBeMissing() {
    String made =
        site.base()
            .replace(
                "host.pem, key: host.key", "grid/host/hostcert.pem, key: grid/host/hostkey.pem")
            .replace(
                "trust: ca, vomsdir: vomsdir", "trust: grid/certificates, vomsdir: grid/vomsdir")
            .replace("data/atlas", "data/new");
    StringWriter out = new StringWriter();
    CommandLine line = Main.commandLine(machine());
    line.setOut(new PrintWriter(out, true));
    Path file = site.write("try-grid: true\n" + made);
    assertEquals(0, line.execute("config", "check", file.toString()), out::toString);

    String others =
        made.replace("grid/host/hostcert.pem", "none.pem")
            .replace("grid/host/hostkey.pem", "host.key")
            .replace("data/new", "elsewhere/new");
    assertEquals(
        1, line.execute("config", "check", site.write("try-grid: true\n" + others).toString()));
    String said = out.toString();
    assertTrue(said.contains("credentials.certificate: " + directory + "/none.pem does"), said);
    assertTrue(said.contains("areas.atlas.root: " + directory + "/elsewhere/new does"), said);
    assertTrue(said.endsWith("2 mistakes\n"), said);
  }

  @Test
  void whatKeepsOnlyAdministratorsOutKeepsNobodyFromStarting() {
    StringWriter out = new StringWriter();
    CommandLine line = Main.commandLine(machine());
    line.setOut(new PrintWriter(out, true));
    String expired = WrongWays.administrators("host.pem", "old.pem").replace("host.key", "old.key");
    Path file = site.write(site.base() + expired);
    assertEquals(0, line.execute("config", "check", file.toString()), out::toString);
    assertTrue(out.toString().contains("(warning) admin.certificate: "), out::toString);
    assertTrue(out.toString().contains("old.pem expired on "), out::toString);
  }

  @Test
  void aDatabaseThatIsNotThereIsToldWithoutWaitingForIt() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    WrongWay closed =
        WrongWay.way("no database", "database.url", "127.0.0.1:" + port, WrongSite::base);
    check(site.write(site.backend("jdbc:mysql://127.0.0.1:" + port + "/bora")), closed);
    WrongWay unknown =
        WrongWay.way(
            "unknown host", "database.url", "the name service does not know", WrongSite::base);
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
            () ->
                new BackendProcess(configuration, directory, step -> {}, NotifySocket.nobody())
                    .start());
    assertTrue(backend.getMessage().startsWith("link.frontends is empty in "));
    StartFailure frontend =
        assertThrows(
            StartFailure.class,
            () -> new FrontendProcess(configuration, directory, NotifySocket.nobody()).start());
    assertTrue(frontend.getMessage().startsWith("link.backends names no backend"));
  }
}
