package org.bora.launcher.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bora.server.home.Endpoint;
import org.bora.server.home.Home;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvCommandIT {
  @TempDir private Path directory;

  private final Endpoint endpoint = new Endpoint("localhost", 8444, "/testvo");

  @Test
  void aShellThatEvaluatesThemHasTheValuesWhateverIsInThePath() throws Exception {
    Home home = new Home(directory.resolve("it's a $HOME `here`"));
    Files.createDirectories(home.grid());
    Files.createFile(home.grid().resolve("env.sh"));
    String script = String.join("\n", EnvCommand.lines(home, endpoint)) + "\nprintf %s \"$GRID\"";
    Process shell = new ProcessBuilder("bash", "-c", script).start();
    String grid = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(home.grid().toString(), grid);
  }

  @Test
  void withoutATryGridTheUsersOwnCredentialsStay() throws IOException {
    List<String> lines = EnvCommand.lines(new Home(directory), endpoint);
    assertTrue(lines.contains("export BORA_ENDPOINT=localhost:8444"), lines.toString());
    assertTrue(lines.contains("export BORA_SURL=srm://localhost:8444/testvo"), lines.toString());
    assertFalse(lines.toString().contains("X509"), lines.toString());
  }

  @Test
  void whereHttpIsServedItsAddressIsThere() throws IOException {
    Home home = new Home(directory);
    assertFalse(EnvCommand.lines(home, endpoint).toString().contains("BORA_HTTP"));

    Files.writeString(home.ports(), "srm 8444\nhttp 8443\n");

    List<String> lines = EnvCommand.lines(home, endpoint);
    assertTrue(lines.contains("export BORA_HTTP=https://localhost:8443"), lines.toString());
    assertTrue(
        lines.contains("export BORA_TAPE_REST=https://localhost:8443/api/v1"), lines.toString());
  }
}
