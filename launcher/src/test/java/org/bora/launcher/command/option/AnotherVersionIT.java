package org.bora.launcher.command.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.change.BansCommand;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.home.Home;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What runs was started before an upgrade, or is none of ours. */
class AnotherVersionIT {
  @TempDir private Path directory;

  private String asked(Map<String, ControlServer.Verb> verbs) throws IOException {
    Home home = new Home(directory);
    home.create();
    StringWriter text = new StringWriter();
    CommandLine line = new CommandLine(new BansCommand(new Machine(directory, false, Map.of())));
    line.setExecutionExceptionHandler(
        (exception, command, parsed) -> {
          text.append(exception.getMessage());
          return 1;
        });
    line.setErr(new PrintWriter(text, true));
    try (ControlServer _ = ControlServer.open(home.control(), verbs)) {
      assertEquals(1, line.execute("--home", directory.toString()));
    }
    return text.toString();
  }

  @Test
  void whoDoesNotKnowRoutesIsToldOfAndTheWayOut() throws IOException {
    List<Map<String, ControlServer.Verb>> others =
        List.of(
            Map.of(),
            Map.of("api", none -> new Answer(true, List.of())),
            Map.of("api", none -> new Answer(true, List.of("ok"))));
    for (Map<String, ControlServer.Verb> verbs : others) {
      String said = asked(verbs);
      assertTrue(said.startsWith("what runs is of another version"), said);
      assertTrue(said.contains("start it anew"), said);
    }
    assertTrue(asked(Map.of()).contains("this Bora knows no 'api'"));
  }
}
