package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.home.Home;
import org.bora.server.service.NotifySocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each process looks at its keys before it does anything else. */
class SecrecyTest {

  @TempDir private Path directory;

  /** Of both halves, with the one key that everybody can read. */
  private Configuration configuration(String database) throws IOException {
    Path key = Files.createFile(directory.resolve("link.key"));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    var outcome =
        ConfigurationFile.parse(
            directory.resolve("bora.yaml"),
            """
            endpoint: {host: h}
            credentials: {key: host.key}
            database: %s
            areas: [{name: a, sfn: /a, root: none, rules: [allow all to vo a]}]
            link: {key: link.key, backends: ['localhost:1'], frontends: ['CN=f']}
            """
                .formatted(database));
    return ((ConfigurationFile.Outcome.Valid) outcome).configuration();
  }

  @Test
  void noFrontendStartsOnAKeyThatOthersCanRead() throws Exception {
    FrontendProcess process =
        new FrontendProcess(configuration("{embedded: true}"), directory, NotifySocket.nobody());
    try {
      assertRefused(assertThrows(Exception.class, process::start));
    } finally {
      process.close();
    }
  }

  @Test
  void noDoorStartsOnAKeyThatOthersCanRead() throws Exception {
    DoorProcess process =
        new DoorProcess(configuration("{embedded: true}"), directory, NotifySocket.nobody());
    try {
      assertRefused(assertThrows(Exception.class, process::start));
    } finally {
      process.close();
    }
  }

  @Test
  void noBackendStartsOnAKeyThatOthersCanRead() throws Exception {
    BackendProcess process =
        new BackendProcess(
            configuration("{url: 'jdbc:mysql://h/b'}"),
            directory,
            told -> {},
            NotifySocket.nobody());
    try {
      assertRefused(assertThrows(Exception.class, process::start));
    } finally {
      process.close();
    }
  }

  @Test
  void noAllInOneStartsOnAKeyThatOthersCanRead() throws Exception {
    AllInOne process =
        new AllInOne(
            new Home(directory.resolve("home")),
            configuration("{embedded: true}"),
            false,
            told -> {},
            NotifySocket.nobody());
    try {
      assertRefused(assertThrows(Exception.class, process::start));
    } finally {
      process.close();
    }
  }

  private void assertRefused(Exception refusal) throws IOException {
    Path key = directory.resolve("link.key");
    assertEquals(StartFailure.class, refusal.getClass(), refusal::toString);
    assertEquals(
        "secret: "
            + key
            + " (link.key) has mode rw-r--r--: other accounts on this machine can read or change"
            + " it. Run chmod 600 "
            + key
            + ", and replace it if others may have read it",
        refusal.getMessage().lines().findFirst().orElseThrow());
    try (var files = Files.list(directory)) {
      assertEquals(List.of(key), files.toList(), "nothing was begun");
    }
  }
}
