package org.bora.launcher.command.config;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.LocalApi;
import org.bora.launcher.command.option.NotRunning;
import org.bora.launcher.command.option.ProcessOption;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.server.config.Comparison;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code bora config diff}: what another configuration would change. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    exitCodeOnExecutionException = 2,
    description = {
      "Compares configuration files A and B key by key, defaults included, and shows for"
          + " each difference whether a reload applies it or a restart is needed.",
      "Without files: compares the configuration that Bora runs with to the file on disk,"
          + " for all processes on this machine or, with --url, for one process.",
      "Exit codes: 0 no differences; 1 differences; 2 the comparison failed."
    })
public final class DiffCommand implements Callable<Integer> {
  private static final int SAME = 0;
  private static final int DIFFERENT = 1;
  private static final int TROUBLE = 2;
  private static final String ROUTE = "/v1/config/diff";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Machine machine;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..2",
      description = "Two configuration files, or none.")
  private List<Path> files = List.of();

  @Mixin private ProcessOption running;

  @Mixin private RemoteOption remote;

  @Option(
      names = "--json",
      description = "Print JSON: a list for two files, an object for a running Bora.")
  private boolean json;

  public DiffCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (files.size() == 1) {
      err().println("bora: name two files, or none to ask the Bora that runs");
      return TROUBLE;
    }
    if (!files.isEmpty() && remote.isGiven()) {
      err().println("bora: --url asks the Bora that runs there: leave the files out");
      return TROUBLE;
    }
    return files.isEmpty() ? askRunning() : compare();
  }

  private int compare() {
    Optional<Configuration> before = read(files.getFirst());
    Optional<Configuration> after = read(files.getLast());
    if (before.isEmpty() || after.isEmpty()) {
      return TROUBLE;
    }
    Comparison comparison = Comparison.of(before.get(), after.get());
    if (json) {
      out()
          .println(
              MAPPER.writeValueAsString(
                  comparison.changes().stream().map(DiffCommand::of).toList()));
    } else {
      comparison.lines().forEach(out()::println);
    }
    return comparison.changes().isEmpty() ? SAME : DIFFERENT;
  }

  private static Map<String, String> of(Comparison.Change change) {
    return Map.of(
        "key", change.difference().key(),
        "change", change.difference().text(),
        "takes", change.takes().name().toLowerCase(java.util.Locale.ROOT));
  }

  private Optional<Configuration> read(Path file) {
    return switch (ConfigurationFile.read(file)) {
      case ConfigurationFile.Outcome.Valid valid -> Optional.of(valid.configuration());
      case ConfigurationFile.Outcome.Invalid invalid -> {
        invalid.mistakes().forEach(err()::println);
        yield Optional.empty();
      }
    };
  }

  private int askRunning() throws IOException, InterruptedException {
    List<RemoteOption.Reply> replies = new ArrayList<>();
    if (remote.isGiven()) {
      remote.call("GET", ROUTE, "").ifPresent(replies::add);
    } else {
      for (Path socket : sockets()) {
        LocalApi.call(socket, "GET", ROUTE, "").ifPresent(replies::add);
      }
    }
    if (replies.isEmpty()) {
      err().println("bora: " + NotRunning.at(remote.isGiven() ? remote : sockets()));
      return TROUBLE;
    }
    return tell(replies);
  }

  private List<Path> sockets() {
    return running.sockets(machine, "backend", "frontend", "door");
  }

  private int tell(List<RemoteOption.Reply> replies) throws IOException {
    List<String> all = new ArrayList<>();
    int code = SAME;
    for (RemoteOption.Reply reply : replies) {
      JsonNode told = reply.isDone() ? reply.json() : MAPPER.createObjectNode();
      boolean valid = told.path("valid").asBoolean(false);
      List<String> lines = new ArrayList<>();
      told.path("lines").forEach(line -> lines.add(line.asString()));
      if (!reply.isDone()) {
        lines.add("bora: " + reply.problem());
      }
      code = Math.max(code, !valid ? TROUBLE : told.path("count").asInt() > 0 ? DIFFERENT : SAME);
      all.addAll(lines);
      if (!json) {
        lines.forEach(valid ? out()::println : err()::println);
      }
    }
    if (json) {
      out().println(MAPPER.writeValueAsString(Map.of("lines", all)));
    }
    return code;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
