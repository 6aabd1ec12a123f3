package org.bora.launcher.command.option;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bora.launcher.command.Machine;
import org.bora.launcher.report.Table;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Selects the running Bora that an administrator's verb asks, and the form of its answer: by the
 * socket on this machine, or remotely by HTTPS with a certificate.
 */
public final class AdminOption {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Mixin private ApiOption api;

  @Option(names = "--json", description = "Print one JSON object, for programs.")
  private boolean json;

  /** A parameter of a path, encoded. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** A part of a path, encoded. */
  public static String segment(String text) {
    return encoded(text).replace("+", "%20");
  }

  /** A body, {@code {"name": "value"}}, of names and values in turn. */
  public static String object(String... pairs) {
    var object = JSON.createObjectNode();
    for (int i = 0; i < pairs.length; i += 2) {
      if (!pairs[i + 1].isEmpty()) {
        object.put(pairs[i], pairs[i + 1]);
      }
    }
    return object.toString();
  }

  /** Looks, and prints the answer as a table: once, or again and again. */
  public int list(Machine machine, WatchOption watch, String path, Function<JsonNode, Table> table)
      throws IOException, InterruptedException {
    boolean coloured = Terminal.hasColours(machine);
    return watch.run(() -> show(machine, path, answer -> table.apply(answer).lines(coloured)));
  }

  /** Looks, and prints lines of the answer. */
  public int show(Machine machine, String path, Function<JsonNode, List<String>> lines)
      throws IOException, InterruptedException {
    return ask(machine, "GET", path, "", lines);
  }

  /**
   * Asks, and prints lines of the answer, or all of it where JSON is wanted.
   *
   * @return an exit code: 0 done, 1 refused, 3 not running
   */
  public int ask(
      Machine machine,
      String method,
      String path,
      String body,
      Function<JsonNode, List<String>> lines)
      throws IOException, InterruptedException {
    Optional<RemoteOption.Reply> reply = api.call(machine, method, path, body);
    if (reply.isEmpty()) {
      err().println("bora: " + NotRunning.at(api.where(machine)));
      return ExitCode.NOT_RUNNING;
    }
    JsonNode answer = reply.get().json();
    if (!reply.get().isDone()) {
      err().println(json ? reply.get().body() : "bora: " + reply.get().problem());
      return 1;
    }
    if (json) {
      out().println(reply.get().body());
    } else {
      lines.apply(answer).forEach(out()::println);
    }
    return 0;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
