package org.bora.launcher.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Verbs without options find what the packages' units started below BORA_HOME. */
class PackagedHalvesIT {
  @TempDir private Path home;

  private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void directories() throws IOException {
    for (String name : List.of("run", "frontend", "backend")) {
      Files.createDirectories(home.resolve(name));
    }
  }

  @Test
  void bothHalvesAreDrainedTheFrontendFirst() throws IOException {
    try (ControlServer _ = half("frontend");
        ControlServer _ = half("backend")) {
      assertEquals(0, new CommandLine(new DrainCommand(machine())).execute());
    }
    assertEquals(List.of("frontend drain", "backend drain"), List.copyOf(asked));
  }

  @Test
  void bothHalvesReadTheirConfigurationAgain() throws IOException {
    try (ControlServer _ = half("frontend");
        ControlServer _ = half("backend")) {
      assertEquals(0, new CommandLine(new ReloadCommand(machine())).execute());
    }
    assertEquals(List.of("backend reload", "frontend reload"), List.copyOf(asked));
  }

  @Test
  void whatABackendKnowsIsAskedOfTheBackend() throws IOException {
    try (ControlServer _ = half("frontend");
        ControlServer _ = half("backend")) {
      assertEquals(0, new CommandLine(new AreasCommand(machine())).execute());
    }
    assertEquals(List.of("backend areas"), List.copyOf(asked));
  }

  @Test
  void whereAllIsInOneThatOneIsAsked() throws IOException {
    try (ControlServer _ = listen(home.resolve("run/control"), "all")) {
      assertEquals(0, new CommandLine(new DrainCommand(machine())).execute());
      assertEquals(0, new CommandLine(new AreasCommand(machine())).execute());
    }
    assertEquals(List.of("all drain", "all areas"), List.copyOf(asked));
  }

  @Test
  void aHomeThatIsNamedIsTheOnlyOneThatIsMeant() throws IOException {
    // so the unit of all in one does not drain halves that are about to take its place
    try (ControlServer _ = half("backend")) {
      int code = new CommandLine(new DrainCommand(machine())).execute("--home", home.toString());
      assertEquals(3, code);
    }
    assertEquals(List.of(), List.copyOf(asked));
  }

  private Machine machine() {
    return new Machine(home, false, Map.of("BORA_HOME", home.toString()));
  }

  private ControlServer half(String name) throws IOException {
    return listen(ProcessCommand.control(home.resolve(name), name), name);
  }

  private ControlServer listen(Path socket, String name) throws IOException {
    return ControlServer.open(
        socket,
        Map.of(
            "drain", words -> noted(name + " drain"),
            "reload", words -> noted(name + " reload"),
            "areas", words -> noted(name + " areas")));
  }

  private Answer noted(String what) {
    asked.add(what);
    return new Answer(true, List.of());
  }
}
