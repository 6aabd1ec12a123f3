package org.bora.launcher.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.admin.AdminRoutes;
import org.bora.admin.AdminSocket;
import org.bora.audit.AuditTrail;
import org.bora.launcher.command.change.AuditCommand;
import org.bora.launcher.command.change.DrainCommand;
import org.bora.launcher.command.config.DiffCommand;
import org.bora.launcher.command.config.ReloadCommand;
import org.bora.launcher.command.look.AreasCommand;
import org.bora.launcher.command.look.StatusCommand;
import org.bora.server.admin.DiffRoutes;
import org.bora.server.config.Differences;
import org.bora.server.control.LocalSocket;
import org.bora.server.drain.Drain;
import org.bora.server.process.PidFile;
import org.bora.server.process.ProcessIdentity;
import org.bora.server.status.CallState;
import org.bora.server.status.StateSources;
import org.bora.server.status.Trouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Verbs without options find what the packages' units started below BORA_HOME. */
class PackagedHalvesIT {
  @TempDir private Path home;

  private static final String AREAS = "{\"at\":\"2026-11-21T12:00:00Z\",\"areas\":[]}";

  private static final String DRAINED =
      "{\"process\":\"bora\",\"state\":\"drained\",\"reversible\":true,\"left\":[]}";

  private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void directories() throws IOException {
    for (String name : List.of("run", "frontend", "backend")) {
      Files.createDirectories(home.resolve(name));
    }
  }

  @Test
  void bothHalvesAreDrainedTheFrontendFirst() throws IOException {
    try (AdminSocket _ = half("frontend");
        AdminSocket _ = half("backend")) {
      assertEquals(0, new CommandLine(new DrainCommand(machine())).execute());
    }
    assertEquals(List.of("frontend POST /v1/drain", "backend POST /v1/drain"), List.copyOf(asked));
  }

  @Test
  void bothHalvesReadTheirConfigurationAgain() throws IOException {
    try (AdminSocket _ = half("frontend");
        AdminSocket _ = half("backend")) {
      assertEquals(0, new CommandLine(new ReloadCommand(machine())).execute());
    }
    assertEquals(
        List.of("backend POST /v1/config/reload", "frontend POST /v1/config/reload"),
        List.copyOf(asked));
  }

  @Test
  void bothHalvesTellWhatTheirFilesSayOtherwise() throws IOException {
    CommandLine line = new CommandLine(new DiffCommand(machine()));
    StringWriter text = new StringWriter();
    line.setOut(new PrintWriter(text, true));
    try (AdminSocket _ = differing("backend", 0, "no differences")) {
      assertEquals(0, line.execute());
      try (AdminSocket _ = differing("frontend", 1, "a: 1 -> 2", "1 change")) {
        assertEquals(1, line.execute());
        assertEquals(1, line.execute("--directory", home.resolve("frontend").toString()));
      }
    }
    assertTrue(text.toString().contains("no differences\na: 1 -> 2\n1 change\n"), text::toString);
  }

  private AdminSocket differing(String name, int count, String... lines) throws IOException {
    AdminRoutes routes =
        new AdminRoutes(
            new DiffRoutes(() -> new Differences("bora.yaml", true, count, List.of(lines))).all(),
            AuditTrail.off());
    return AdminSocket.open(LocalSocket.of(home.resolve(name), name), routes);
  }

  @Test
  void whatABackendKnowsIsAskedOfTheBackend() throws IOException {
    try (AdminSocket _ = half("frontend");
        AdminSocket _ = half("backend")) {
      assertEquals(0, new CommandLine(new AreasCommand(machine())).execute());
    }
    assertEquals(List.of("backend GET /v1/areas"), List.copyOf(asked));
  }

  @Test
  void bothHalvesBeginANewAuditLog() throws IOException {
    try (AdminSocket _ = half("frontend");
        AdminSocket _ = half("backend")) {
      assertEquals(0, new CommandLine(new AuditCommand(machine())).execute("reopen"));
    }
    assertEquals(
        List.of("backend POST /v1/audit/reopen", "frontend POST /v1/audit/reopen"),
        List.copyOf(asked));
  }

  @Test
  void theAuditLogIsLookedForWhereTheUnitsWriteIt() throws IOException {
    Path logs = Files.createDirectories(home.resolve("logs"));
    Files.writeString(logs.resolve("audit-backend.log"), "{\"v\":1,\"op\":\"srmRm\"}\n");
    Machine machine =
        new Machine(
            home, false, Map.of("BORA_HOME", home.toString(), "BORA_LOGS", logs.toString()));
    assertEquals(0, new CommandLine(new AuditCommand(machine)).execute());
    int ofHome = new CommandLine(new AuditCommand(machine)).execute("--home", home.toString());
    assertEquals(1, ofHome, "a home that is named has its own logs");
  }

  @Test
  void whereAllIsInOneThatOneIsAsked() throws IOException {
    try (AdminSocket _ = listen(home.resolve("run/control"), "all")) {
      assertEquals(0, new CommandLine(new DrainCommand(machine())).execute());
      assertEquals(0, new CommandLine(new AreasCommand(machine())).execute());
    }
    assertEquals(List.of("all POST /v1/drain", "all GET /v1/areas"), List.copyOf(asked));
  }

  @Test
  void aHomeThatIsNamedIsTheOnlyOneThatIsMeant() throws IOException {
    // so the unit of all in one does not drain halves that are about to take its place
    try (AdminSocket _ = half("backend")) {
      int code = new CommandLine(new DrainCommand(machine())).execute("--home", home.toString());
      assertEquals(3, code);
    }
    assertEquals(List.of(), List.copyOf(asked));
  }

  private record Said(int code, String text) {}

  private Said status(String... words) {
    StringWriter text = new StringWriter();
    CommandLine line = new CommandLine(new StatusCommand(machine()));
    line.setOut(new PrintWriter(text, true));
    return new Said(line.execute(words), text.toString());
  }

  @Test
  void theStatusOfHalvesIsTold() throws IOException {
    new PidFile(home.resolve("backend/backend.pid"))
        .write(new PidFile.Entry(ProcessIdentity.ofSelf(), "backend"));
    StateSources frontend = sources("frontend");
    frontend.calls(() -> new CallState(3, 0, List.of()));
    StateSources backend = sources("backend");
    backend.alarms(() -> 2);
    String process = "process " + ProcessHandle.current().pid() + "  serving";
    try (AdminSocket _ = answering("frontend", frontend);
        AdminSocket _ = answering("backend", backend)) {
      Said said = status();
      assertEquals(0, said.code(), said.text());
      List<String> lines = said.text().lines().toList();
      assertEquals("frontend  " + process, lines.get(0));
      assertEquals("          3 in progress, 0 polls shared an answer", lines.get(1));
      assertEquals("backend   " + process, lines.get(2));
      assertEquals("alarms    2, see bora tape", lines.get(3));
      assertEquals(4, lines.size(), said.text());
      assertEquals(0, status("--directory", home.resolve("backend").toString()).code());
      assertEquals(3, status("--home", home.toString()).code(), "a home is of all in one");
    }
  }

  @Test
  void aHalfInTroubleAndOneThatDoesNotAnswerAreTold() throws IOException {
    StateSources backend = sources("backend");
    backend.trouble(() -> List.of(new Trouble("process", "the database does not answer")));
    try (AdminSocket _ = answering("backend", backend)) {
      Said said = status();
      assertEquals(1, said.code(), said.text());
      assertTrue(said.text().contains("problem: the database does not answer"), said.text());
    }
    new PidFile(home.resolve("frontend/frontend.pid"))
        .write(new PidFile.Entry(ProcessIdentity.ofSelf(), "frontend"));
    Said silent = status();
    assertEquals(1, silent.code(), silent.text());
    assertTrue(silent.text().contains("does not answer"), silent.text());
    assertTrue(silent.text().contains("see its log"), silent.text());
  }

  @Test
  void whereNothingRunsThatIsTold() {
    Said said = status();
    assertEquals(3, said.code(), said.text());
    assertTrue(said.text().startsWith("bora      not running"), said.text());
    assertEquals(3, status("--directory", home.resolve("backend").toString()).code());
  }

  private static StateSources sources(String name) {
    return new StateSources(name, "1.0", Clock.systemUTC());
  }

  /** A half that serves, and tells this of itself. */
  private AdminSocket answering(String name, StateSources sources) throws IOException {
    Drain serving = new Drain(name, List.of(), state -> {});
    AdminRoute status =
        AdminRoute.look("/v1/status", call -> AdminReply.json(sources.now(serving)));
    return AdminSocket.open(
        LocalSocket.of(home.resolve(name), name),
        new AdminRoutes(List.of(status), AuditTrail.off()));
  }

  private Machine machine() {
    return new Machine(home, false, Map.of("BORA_HOME", home.toString()));
  }

  private AdminSocket half(String name) throws IOException {
    return listen(LocalSocket.of(home.resolve(name), name), name);
  }

  private AdminSocket listen(Path socket, String name) throws IOException {
    List<AdminRoute> routes = new ArrayList<>();
    for (String order : List.of("/v1/config/reload", "/v1/audit/reopen")) {
      routes.add(noted(name, "POST", order, "{\"lines\":[]}"));
    }
    routes.add(noted(name, "POST", "/v1/drain", DRAINED));
    routes.add(noted(name, "GET", "/v1/areas", AREAS));
    return AdminSocket.open(socket, new AdminRoutes(routes, AuditTrail.off()));
  }

  private AdminRoute noted(String name, String method, String path, String told) {
    return AdminRoute.change(
        method,
        path,
        call -> {
          asked.add(name + " " + method + " " + path);
          return AdminReply.text(AdminReply.JSON, told);
        });
  }
}
