package org.bora.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminResource;
import org.bora.admin.AdminRoute;
import org.bora.admin.AdminRoutes;
import org.bora.admin.AdminSocket;
import org.bora.audit.AuditTrail;
import org.bora.launcher.command.Machine;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.home.Endpoint;
import org.bora.server.home.FirstConfiguration;
import org.bora.server.home.Home;
import org.bora.server.home.StartProgress;
import org.bora.server.process.PidFile;
import org.bora.server.process.ProcessIdentity;
import org.bora.server.wire.PlayedRole;
import org.bora.server.wire.StartFailure;
import picocli.CommandLine;

/**
 * Runs while the class cache is created ({@code start.sh}): makes each verb and executes those that
 * change nothing, while the JVM records the classes that they load. It uses a temporary home, in
 * which this process answers in place of Bora.
 */
final class Rehearsal {
  private Rehearsal() {}

  /** Exits with 0 when the cache may be made. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, StartFailure {
    Path directory = Files.createTempDirectory("bora-rehearsal");
    try {
      Home home = new Home(directory);
      home.create();
      FirstConfiguration.provide(home, FirstConfiguration.Kind.DISK);
      makeAll(home);
      ask(home);
      try (AdminSocket _ = resident(home)) {
        ask(home);
      }
      play(home);
    } finally {
      remove(directory);
    }
  }

  /** What a process needs of Spring; verbs need none of it. */
  private static void play(Home home) throws IOException, InterruptedException, StartFailure {
    if (ConfigurationFile.read(home.configuration())
        instanceof ConfigurationFile.Outcome.Valid valid) {
      try (PlayedRole role = new PlayedRole(valid.configuration(), home.log())) {
        role.start();
      }
    }
  }

  private static void makeAll(Home home) {
    for (String verb : Verbs.all()) {
      Main.commandLine(machine(home), List.of(verb));
    }
    ask(home, "--version");
  }

  private static void ask(Home home) {
    ask(home, "status");
    ask(home, "status", "--json");
    ask(home, "env");
    ask(home, "areas");
    ask(home, "requests", "list");
    ask(home, "tape", "copies");
    ask(home, "drain");
    ask(home, "config", "check", home.configuration().toString());
  }

  /** What is found of a Bora that runs; it answers everything as if there were nothing. */
  private static AdminSocket resident(Home home) throws IOException {
    home.boraPid().write(new PidFile.Entry(ProcessIdentity.ofSelf(), "rehearsal"));
    // no collector at the port of discard
    Endpoint endpoint = new Endpoint("localhost", 9, "/rehearsal");
    endpoint.write(home.endpoint());
    new StartProgress(StartProgress.Phase.READY, endpoint.toString()).write(home.progress());
    AdminResource nothing = call -> AdminReply.json(Map.of());
    List<AdminRoute> routes =
        new ArrayList<>(List.of(AdminRoute.change("POST", "/v1/drain", nothing)));
    for (String path : List.of("/v1/status", "/v1/areas", "/v1/requests", "/v1/tape/copies")) {
      routes.add(AdminRoute.look(path, nothing));
    }
    return AdminSocket.open(home.control(), new AdminRoutes(routes, AuditTrail.off()));
  }

  /** What it answers does not matter: mostly that nothing runs. */
  private static void ask(Home home, String... words) {
    CommandLine line = Main.commandLine(machine(home), Verbs.needed(words));
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    line.setOut(nowhere);
    line.setErr(nowhere);
    line.execute(words);
  }

  private static Machine machine(Home home) {
    return new Machine(home.directory(), false, Map.of("BORA_HOME", home.directory().toString()));
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
