package org.bora.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bora.launcher.command.Machine;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.home.Home;
import org.bora.server.service.NotifySocket;
import org.bora.server.wire.AllInOne;
import org.bora.server.wire.BackendProcess;
import org.bora.server.wire.StartFailure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Files with seal keys that a start would refuse, or that are odd: {@code bora config check} names
 * file, line, rule and way out, and the start says the same. What is said stands in
 * docs/operate/wrong-configuration.md; target/wrong-seal-keys.md is what it should be.
 */
class WrongSealKeysIT {
  private static final Path TABLE = Path.of("..", "docs", "operate", "wrong-configuration.md");
  private static final Path MADE = Path.of("target", "wrong-seal-keys.md");
  private static final String BEGIN = "| mistake in `seal.keys` | message |\n|---|---|\n";
  private static final String KEY = "0123456789abcdef".repeat(4);
  private static final String OTHER = "fedcba9876543210".repeat(4);

  /** With the configuration, as in /etc/bora; the home of the services is elsewhere. */
  @TempDir private static Path directory;

  @TempDir private static Path home;
  private static WrongSite site;

  /**
   * A way in which the file can be wrong.
   *
   * @param refused whether nothing starts with it
   */
  private record Way(String what, boolean refused, String mode, String text) {}

  private static final List<Way> WAYS =
      List.of(
          new Way("others may read it", true, "rw-r--r--", KEY + "\n"),
          new Way("its group may write it", true, "rw--w----", KEY + "\n"),
          new Way("a key too short", true, "rw-------", KEY + "\n" + OTHER.substring(2) + "\n"),
          new Way(
              "a line that is no key", true, "rw-------", "# comment\n" + "è".repeat(32) + "\n"),
          new Way("a key twice", false, "rw-------", KEY + "\n" + OTHER + "\n" + KEY + "\n"),
          new Way("no key in it", false, "rw-------", "# comment\n"));

  @BeforeAll
  static void make() throws Exception {
    site = WrongSite.make(directory);
  }

  @AfterEach
  void remove() throws IOException {
    Files.deleteIfExists(keys());
  }

  private static Path keys() {
    return home.resolve("seal.keys");
  }

  private static Path write(Way way) throws IOException {
    Files.deleteIfExists(keys());
    Files.writeString(keys(), way.text());
    return Files.setPosixFilePermissions(keys(), PosixFilePermissions.fromString(way.mode()));
  }

  @Test
  void everyWayIsToldByTheCheckAndWhatCannotBeUsedByTheStart() throws IOException {
    StringBuilder rows = new StringBuilder(BEGIN);
    List<Executable> ways = new ArrayList<>();
    for (Way way : WAYS) {
      ways.add(
          () -> {
            write(way);
            String said = said(way.refused() ? 1 : 0, site.write(site.base()));
            rows.append("| %s | `%s` |%n".formatted(way.what(), said));
            if (way.refused()) {
              assertEquals(said, "/etc/bora/bora.yaml: " + refusal(), way.what());
            }
          });
    }
    assertAll(ways);
    Files.createDirectories(MADE.getParent());
    Files.writeString(MADE, rows);
    assertTrue(
        Files.readString(TABLE).contains(rows),
        "docs/operate/wrong-configuration.md needs what is in " + MADE);
  }

  @Test
  void aMissingFileIsToldByTheCheckAloneBecauseAStartMakesIt() throws IOException {
    String said = said(0, site.write(site.base()));
    assertTrue(said.contains("/var/lib/bora/seal.keys does not exist"), said);
    assertTrue(said.contains("After the loss of a database"), said);
  }

  @Test
  void aLinkInPlaceOfTheFileIsRefused() throws IOException {
    Files.createSymbolicLink(keys(), directory.resolve("link.password"));
    String said = said(1, site.write(site.base()));
    assertTrue(said.contains("seal.keys is no regular file"), said);
  }

  @Test
  void aVaultThatOthersReadIsToldAndKeepsNothingFromStarting() throws IOException {
    Path vault = home.resolve("vault.keys");
    Files.writeString(vault, KEY + "\n");
    Files.setPosixFilePermissions(vault, PosixFilePermissions.fromString("rw-r--r--"));
    try {
      String all = all(0, site.write(site.base()));
      assertTrue(
          all.contains("(warning) vault.keys: /var/lib/bora/vault.keys has mode rw-r--r--"), all);
      assertTrue(all.contains("the vault keys of the site must be readable for Bora alone"), all);
    } finally {
      Files.delete(vault);
    }
  }

  @Test
  void aGoodFileIsNotSpokenOf() throws IOException {
    write(new Way("good", false, "rw-------", KEY + "\n" + OTHER + "\n"));
    String all = all(0, site.write(site.base()));
    assertFalse(all.contains("seal.keys"), all);
  }

  @Test
  void aBackendHasItsOwnDirectoryAndItsStartRefusesTheFileThere() throws IOException {
    Path own = Files.createDirectories(directory.resolve("own"));
    Path file = site.write(site.backend("jdbc:mysql://127.0.0.1:1/bora"));
    tooShort(own);
    String all = all(1, file, "--directory", own.toString());
    assertTrue(all.contains("seal.keys: /etc/bora/own/seal.keys line 1 is no seal key"), all);
    var configuration =
        ((ConfigurationFile.Outcome.Valid) ConfigurationFile.read(file)).configuration();
    try (BackendProcess backend =
        new BackendProcess(configuration, own, _ -> {}, NotifySocket.nobody())) {
      StartFailure failure = assertThrows(StartFailure.class, backend::start);
      assertTrue(failure.getMessage().contains("line 1 is no seal key"), failure.getMessage());
    }
  }

  @Test
  void withoutADirectoryABackendIsWherePackagesStartIt() throws IOException {
    Path own = Files.createDirectories(home.resolve("backend"));
    tooShort(own);
    String all = all(1, site.write(site.backend("jdbc:mysql://127.0.0.1:1/bora")));
    assertTrue(all.contains("/var/lib/bora/backend/seal.keys line 1 is no seal key"), all);
  }

  @Test
  void anAllInOneOfThePackagesStartsWithTheFileThatTheCheckLooksAt() throws Exception {
    Path file = site.write(site.base());
    tooShort(directory);
    try {
      assertTrue(said(0, file).contains("/var/lib/bora/seal.keys does not exist"));
      tooShort(home);
      String said = said(1, file);
      assertTrue(said.contains("/var/lib/bora/seal.keys line 1 is no seal key"), said);
      assertTrue(served(file).contains(said.replaceFirst("^/etc/bora/bora.yaml: ", "")));
      Path other = Files.createDirectories(directory.resolve("other"));
      tooShort(other);
      String named = all(1, file, "--home", other.toString());
      assertTrue(named.contains("/etc/bora/other/seal.keys line 1 is no seal key"), named);
    } finally {
      Files.delete(directory.resolve("seal.keys"));
    }
  }

  /** What {@code bora serve} says, in a process of its own, when it cannot start. */
  private static String served(Path file) throws Exception {
    ProcessBuilder serve =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "org.bora.launcher.Main",
                "serve",
                "--config",
                file.toString())
            .redirectErrorStream(true);
    serve.environment().put("BORA_HOME", home.toString());
    Process process = serve.start();
    String said = packaged(new String(process.getInputStream().readAllBytes(), UTF_8));
    assertEquals(1, process.waitFor(), said);
    return said;
  }

  private static void tooShort(Path place) throws IOException {
    Path file = place.resolve("seal.keys");
    Files.writeString(file, "short\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  /** As the packages have the files of this test. */
  private static String packaged(String said) {
    return said.replace(home.toString(), "/var/lib/bora")
        .replace(directory.toString(), "/etc/bora");
  }

  private static String said(int code, Path file) {
    return all(code, file)
        .lines()
        .filter(line -> line.contains("seal.keys"))
        .findFirst()
        .orElseThrow();
  }

  private static String all(int code, Path file, String... more) {
    StringWriter out = new StringWriter();
    CommandLine line =
        Main.commandLine(new Machine(directory, false, Map.of("BORA_HOME", home.toString())));
    line.setOut(new PrintWriter(out, true));
    List<String> words = new ArrayList<>(List.of("config", "check"));
    words.addAll(List.of(more));
    words.add(file.toString());
    int left = line.execute(words.toArray(String[]::new));
    String all = packaged(out.toString());
    assertEquals(code, left, all);
    return all;
  }

  private static String refusal() throws Exception {
    var configuration =
        ((ConfigurationFile.Outcome.Valid) ConfigurationFile.read(directory.resolve("bora.yaml")))
            .configuration();
    try (AllInOne bora =
        new AllInOne(new Home(home), configuration, false, _ -> {}, NotifySocket.nobody())) {
      StartFailure failure = assertThrows(StartFailure.class, bora::start);
      assertTrue(Files.exists(keys(), LinkOption.NOFOLLOW_LINKS));
      return packaged(failure.getMessage());
    }
  }
}
