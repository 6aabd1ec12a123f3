package org.bora.launcher.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bora.admin.AdminRoutes;
import org.bora.admin.AdminSocket;
import org.bora.audit.AuditTrail;
import org.bora.server.home.Home;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may not know whether a Bora runs is not told that none does. */
class NotLetInIT {
  @TempDir private Path directory;

  @Test
  void whoMayNotUseTheSocketIsToldWhichAndTheWayOut() throws Exception {
    Home home = new Home(directory.resolve("home"));
    home.create();
    try (AdminSocket _ =
        AdminSocket.open(home.control(), new AdminRoutes(List.of(), AuditTrail.off()))) {
      for (Path closed : List.of(home.control(), home.control().getParent())) {
        String said = closed(closed, home);
        assertTrue(
            said.contains("bora: " + home.control() + " may not be used by this user ("),
            closed + ": " + said);
        assertTrue(said.contains("sudo -u"), said);
      }
    }
  }

  private String closed(Path file, Home home) throws Exception {
    var before = Files.getPosixFilePermissions(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    try {
      return bora("bans", "--home", home.directory().toString());
    } finally {
      Files.setPosixFilePermissions(file, before);
    }
  }

  /** As somebody without the rights of root, who may do everything. */
  private String bora(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("org.bora.launcher.Main");
    command.addAll(List.of(words));
    Path said = directory.resolve("said");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      assertTrue(process.waitFor(2, TimeUnit.MINUTES), "it does not end");
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(said);
    assertEquals(1, process.exitValue(), text);
    return text;
  }
}
