package org.bora.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFilesTest {

  @TempDir private Path directory;

  private SecretFiles.Report look(String mode) throws IOException {
    Path file = Files.createFile(directory.resolve("key.pem"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    return new SecretFiles(Map.of("link.key", file)).look();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------", "rwx------"})
  void whatIsTheOwnersAloneIsGood(String mode) throws IOException {
    assertEquals(new SecretFiles.Report(List.of(), List.of()), look(mode));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw----r--", "rw-rw----", "rw-----w-"})
  void whatOthersReadOrChangeIsRefusedWithTheWayOut(String mode) throws IOException {
    SecretFiles.Report report = look(mode);
    assertEquals(List.of(), report.warnings());
    String told = report.refusals().getFirst();
    Path file = directory.resolve("key.pem");
    assertTrue(told.startsWith(file + " (link.key) has mode " + mode), told);
    assertTrue(told.contains("chmod 600 " + file), told);
  }

  @Test
  void aGroupThatReadsIsTold() throws IOException {
    SecretFiles.Report report = look("rw-r-----");
    assertEquals(List.of(), report.refusals());
    assertTrue(report.warnings().getFirst().contains("chmod 600"), report.warnings().toString());
  }

  @Test
  void aLinkIsAsGoodAsWhatItLeadsTo() throws IOException {
    Path key = Files.createFile(directory.resolve("key"));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), key);
    assertEquals(List.of(), new SecretFiles(Map.of("a", link)).look().refusals());
  }

  @Test
  void whatIsNotThereIsSomebodyElsesToTell() {
    SecretFiles none = new SecretFiles(Map.of("a", directory.resolve("none")));
    assertEquals(new SecretFiles.Report(List.of(), List.of()), none.look());
  }

  @Test
  void allOfAConfigurationAreLookedAt() {
    var outcome =
        ConfigurationFile.parse(
            Path.of("/etc/bora/bora.yaml"),
            """
            endpoint: {host: h}
            credentials: {key: /k/host}
            database: {url: 'jdbc:mysql://db/bora', password-file: /k/database}
            areas:
              - {name: a, sfn: /a, root: /a, class: d1t1, library: robot, rules: [allow all to vo a]}
              - {name: b, sfn: /b, root: /b, class: d1t1, library: near, rules: [allow all to vo a]}
            link: {key: /k/link, frontends: ['CN=f']}
            tape:
              libraries:
                - {name: robot, driver: recall-table, recall-table: {key: /k/robot}}
                - name: near
                  driver: recall-table
                  recall-table: {key: /k/near, host: 127.0.0.1, port: 8448, tls: false}
            """);
    var valid = assertInstanceOf(ConfigurationFile.Outcome.Valid.class, outcome, outcome::toString);
    assertEquals(
        Map.of(
            "credentials.key", Path.of("/k/host"),
            "link.key", Path.of("/k/link"),
            "database.password-file", Path.of("/k/database"),
            "recall-table.key of robot", Path.of("/k/robot")),
        SecretFiles.of(valid.configuration()).byKey());
  }
}
