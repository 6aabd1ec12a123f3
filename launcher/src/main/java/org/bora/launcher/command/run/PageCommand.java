package org.bora.launcher.command.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.ExitCode;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.command.option.LocalApi;
import org.bora.launcher.command.option.ProcessOption;
import org.bora.launcher.command.option.RemoteOption.Reply;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bora page}: a link to the administrators' web page. */
@Command(
    name = "page",
    description = {
      "Prints a link that opens the administrators' web page in a browser on this machine, without"
          + " a certificate. It works once, within ten minutes. The browser may then make changes,"
          + " too, until it is idle for an hour.",
      "Exit codes: 0 success; 1 refused; 3 not running."
    })
public final class PageCommand implements Callable<Integer> {
  private static final String ROUTE = "/v1/page-link";

  private final Machine machine;

  @Mixin private ProcessOption processes;

  @Mixin private JsonOption json;

  public PageCommand(Machine machine) {
    this.machine = machine;
  }

  /**
   * The answer of a process to the request for a link; empty if none listens.
   *
   * @param socket of the process
   */
  public static Optional<Reply> link(Path socket) throws IOException {
    return LocalApi.call(socket, "POST", ROUTE, "");
  }

  @Override
  public Integer call() throws IOException {
    for (Path socket : processes.sockets(machine, "backend", "frontend", "door")) {
      Optional<Reply> reply = link(socket);
      if (reply.isPresent()) {
        return told(reply.get());
      }
    }
    json.complain("no Bora runs here");
    return ExitCode.NOT_RUNNING;
  }

  private int told(Reply reply) throws IOException {
    if (!reply.isDone()) {
      json.complain(reply.problem());
      return ExitCode.NO;
    }
    String url = reply.json().path("url").asString();
    long seconds = reply.json().path("seconds").asLong();
    if (json.wanted()) {
      Map<String, Object> object = new LinkedHashMap<>();
      object.put("url", url);
      object.put("seconds", seconds);
      json.print(object);
      return ExitCode.DONE;
    }
    int port = URI.create(url).getPort();
    json.say(true, url);
    json.say(
        true,
        "Open it in a browser on this machine within "
            + seconds / 60
            + " minutes; it works once. From another machine, run this there first:");
    json.say(true, "  ssh -L " + port + ":127.0.0.1:" + port + " HOST");
    return ExitCode.DONE;
  }
}
