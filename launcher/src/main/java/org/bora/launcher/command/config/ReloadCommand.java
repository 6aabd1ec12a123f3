package org.bora.launcher.command.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.ExitCode;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.command.option.LocalApi;
import org.bora.launcher.command.option.NotRunning;
import org.bora.launcher.command.option.ProcessOption;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.server.control.OrderAnswer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bora config reload}: a Bora that runs reads its configuration file again. */
@Command(
    name = "reload",
    mixinStandardHelpOptions = true,
    description = {
      "Tells a running Bora to reload its configuration. If the file has a mistake, nothing"
          + " is changed.",
      "Prints the changes. Exit codes: 0 success; 1 refused, nothing was changed; 3 not"
          + " running."
    })
public final class ReloadCommand implements Callable<Integer> {
  private static final String ROUTE = "/v1/config/reload";

  private final Machine machine;

  @Mixin private ProcessOption processes;

  @Mixin private RemoteOption remote;

  @Mixin private JsonOption json;

  public ReloadCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return remote.isGiven() ? elsewhere() : here();
  }

  private int elsewhere() throws IOException, InterruptedException {
    Optional<RemoteOption.Reply> reply = remote.call("POST", ROUTE, "");
    if (reply.isEmpty()) {
      json.complain(NotRunning.at(remote));
      return ExitCode.NOT_RUNNING;
    }
    return json.tell(reply.get());
  }

  private int here() throws IOException {
    List<OrderAnswer> answers = new ArrayList<>();
    for (Path socket : sockets()) {
      Optional<RemoteOption.Reply> reply = LocalApi.call(socket, "POST", ROUTE, "");
      if (reply.isPresent()) {
        answers.add(new OrderAnswer(reply.get().isDone(), reply.get().lines()));
      }
    }
    if (answers.isEmpty()) {
      json.complain(NotRunning.at(sockets()));
      return ExitCode.NOT_RUNNING;
    }
    boolean done = answers.stream().allMatch(OrderAnswer::done);
    if (json.wanted()) {
      json.tell(new OrderAnswer(done, answers.stream().flatMap(a -> a.lines().stream()).toList()));
    } else {
      answers.forEach(json::tell);
    }
    return done ? 0 : 1;
  }

  private List<Path> sockets() {
    return processes.sockets(machine, "backend", "frontend", "door");
  }
}
