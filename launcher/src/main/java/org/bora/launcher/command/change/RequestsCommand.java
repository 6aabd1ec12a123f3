package org.bora.launcher.command.change;

import static org.bora.launcher.command.option.AdminOption.encoded;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.bora.api.word.LogText;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.report.Amounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code bora requests}: what everybody has asked for. */
@Command(
    name = "requests",
    mixinStandardHelpOptions = true,
    description = {
      "Lists requests, the newest first: token, kind, age, files by state, who made it.",
      "For example, uploads that nobody has ended for an hour:",
      "  bora requests --open --kind put --older 1h",
      "Exit code 0: told; 1: it could not be found out; 3: not running."
    })
public final class RequestsCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private AdminOption admin;

  @Option(
      names = "--open",
      description = "Only those with a file that is written, read, waited for or copied.")
  private boolean open;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      defaultValue = "",
      description =
          "put, get, bring_online, copy, ls, reserve_space, update_space or change_space.")
  private String kind;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      defaultValue = "",
      description =
          "Only those with a file in this state, for example waiting; a wrong one is answered with"
              + " all there are.")
  private String state;

  @Option(
      names = "--caller",
      paramLabel = "DN",
      defaultValue = "",
      description = "Only those of this subject: /DC=...")
  private String caller;

  @Option(
      names = "--older",
      paramLabel = "AGE",
      defaultValue = "",
      description = "Only those older than this: 30s, 15m, 2h, 3d.")
  private String older;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "At most so many (1 to 500; default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--after",
      paramLabel = "TOKEN",
      defaultValue = "",
      description = "Goes on after this one.")
  private String after;

  public RequestsCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String path =
        "/v1/requests?limit="
            + limit
            + "&open="
            + open
            + "&kind="
            + encoded(kind)
            + "&state="
            + encoded(state)
            + "&caller="
            + encoded(caller)
            + "&older="
            + encoded(older)
            + "&after="
            + encoded(after);
    return admin.show(machine, path, RequestsCommand::list);
  }

  private static List<String> list(JsonNode page) {
    List<String> lines = new ArrayList<>();
    for (JsonNode request : page.path("requests")) {
      lines.add(line(request));
    }
    if (lines.isEmpty()) {
      lines.add("no such request" + (page.path("next").isNull() ? "" : " among those looked at"));
    }
    if (page.path("next").isString()) {
      lines.add("there may be more: --after " + page.path("next").asString());
    }
    return lines;
  }

  static String line(JsonNode request) {
    String files =
        request.path("files").properties().stream()
            .map(each -> each.getValue().asLong() + " " + each.getKey())
            .collect(Collectors.joining(", "));
    return "%s  %-12s %s  %s  %s%s%s"
        .formatted(
            request.path("token").asString(),
            request.path("kind").asString(),
            request.path("created").asString(),
            files.isEmpty() ? "no files" : files,
            LogText.of(request.path("owner").asString()),
            request.path("suspended").asBoolean() ? "  SUSPENDED" : "",
            request.path("description").asString("").isEmpty()
                ? ""
                : "  '" + LogText.of(request.path("description").asString()) + "'");
  }

  /** {@code bora requests show}: one of them, with its time line. */
  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = {
        "Tells of one request: its files, what happened to it and when, and what is due.",
        "Exit code 0: told; 1: there is none; 3: not running."
      })
  int show(
      @Mixin AdminOption which,
      @Parameters(paramLabel = "TOKEN", description = "As `bora requests` shows it") String token)
      throws IOException, InterruptedException {
    return which.show(machine, "/v1/requests/" + encoded(token), RequestsCommand::story);
  }

  private static List<String> story(JsonNode answer) {
    JsonNode story = answer.path("story");
    List<String> lines = new ArrayList<>(List.of(line(story.path("request"))));
    for (JsonNode file : story.path("files")) {
      lines.add(
          "  %d  %s  %s%s%s"
              .formatted(
                  file.path("position").asInt(),
                  file.path("state").asString(),
                  LogText.of(file.path("surl").asString()),
                  file.path("size").isNumber()
                      ? "  " + Amounts.size(file.path("size").asLong())
                      : "",
                  file.path("told").asString("").isEmpty()
                      ? ""
                      : "  " + LogText.of(file.path("told").asString())));
    }
    for (JsonNode event : story.path("events")) {
      lines.add(
          "  " + event.path("at").asString() + "  " + LogText.of(event.path("what").asString()));
    }
    AuditText.add(answer.path("audit"), lines);
    return lines;
  }

  /** {@code bora requests abort}: as if its owner had. */
  @Command(
      name = "abort",
      mixinStandardHelpOptions = true,
      description = {
        "Aborts a request as if its owner had: what is being written is given up, pins end.",
        "Exit code 0: done; 1: there is none; 3: not running."
      })
  int abort(
      @Mixin AdminOption which,
      @Parameters(paramLabel = "TOKEN", description = "As `bora requests` shows it") String token)
      throws IOException, InterruptedException {
    return which.ask(
        machine,
        "POST",
        "/v1/requests/" + encoded(token) + "/abort",
        "",
        answer -> {
          List<String> lines = new ArrayList<>(List.of(answer.path("status").asString()));
          lines.add(line(answer.path("story").path("request")));
          return lines;
        });
  }
}
