package org.bora.launcher.command.change;

import static org.bora.launcher.command.option.AdminOption.encoded;
import static org.bora.server.text.Amounts.time;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.WatchOption;
import org.bora.launcher.report.Table;
import org.bora.server.text.Amounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code bora requests}: the requests of all callers. */
@Command(
    name = "requests",
    mixinStandardHelpOptions = true,
    description = {
      "Lists requests, newest first, with token, kind, age, caller and the number of files"
          + " in each state.",
      "For example, uploads that have been open for an hour:",
      "  bora requests --open --kind put --older 1h",
      "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
    })
public final class RequestsCommand implements Callable<Integer> {
  private static final String REASON =
      "Reason, for administrators; it is shown in the history of the request.";

  private final Machine machine;

  @Mixin private AdminOption admin;

  @Mixin private WatchOption watch;

  @Option(names = "--open", description = "List only requests with files that are not finished.")
  private boolean open;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      defaultValue = "",
      description =
          "Kind of request: put, get, bring_online, copy, ls, reserve_space, update_space or"
              + " change_space.")
  private String kind;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      defaultValue = "",
      description =
          "List only requests with a file in this state, for example waiting. For an unknown state,"
              + " the list of all states is printed.")
  private String state;

  @Option(
      names = "--caller",
      paramLabel = "DN",
      defaultValue = "",
      description = "List only requests of this certificate subject, /DC=...")
  private String caller;

  @Option(
      names = "--vo",
      paramLabel = "VO",
      defaultValue = "",
      description =
          "List only requests of this virtual organisation, the one of the caller's primary"
              + " attribute.")
  private String vo;

  @Option(
      names = "--older",
      paramLabel = "AGE",
      defaultValue = "",
      description = "List only requests older than this, for example 30s, 15m, 2h or 3d.")
  private String older;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "Maximum number of requests to list (1 to 500; default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--after",
      paramLabel = "TOKEN",
      defaultValue = "",
      description = "Continue the list after this request token.")
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
            + "&vo="
            + encoded(vo)
            + "&older="
            + encoded(older)
            + "&after="
            + encoded(after);
    return admin.list(machine, watch, path, page -> list(page, caller));
  }

  private static Table list(JsonNode page, String caller) {
    boolean more = !page.path("next").isNull();
    Table table = requests("no such request" + (more ? " among those looked at" : ""));
    page.path("requests").forEach(request -> row(table, request));
    if (!caller.isEmpty() && !caller.startsWith("/")) {
      table.note("--caller takes a whole subject, such as /DC=org/DC=example/CN=Alice");
    }
    if (page.path("next").isString()) {
      table.note("there may be more: --after " + page.path("next").asString());
    }
    return table;
  }

  private static Table requests(String none) {
    return new Table(
        none, Set.of(), "TOKEN", "KIND", "CREATED", "FILES", "OWNER", "VO", "DESCRIPTION");
  }

  private static Table row(Table table, JsonNode request) {
    String files =
        request.path("files").properties().stream()
            .map(each -> each.getValue().asLong() + " " + each.getKey())
            .collect(Collectors.joining(", "));
    boolean suspended = request.path("suspended").asBoolean();
    String all = (suspended ? "SUSPENDED, " : "") + (files.isEmpty() ? "no files" : files);
    return table.row(
        request.path("token").asString(),
        request.path("kind").asString(),
        time(request.path("created")),
        suspended ? Table.bad(all) : all,
        request.path("owner").asString(),
        request.path("vo").asString(""),
        request.path("description").asString(""));
  }

  private static List<String> one(JsonNode request) {
    return row(requests(""), request).lines(false);
  }

  /** {@code bora requests show}: one of them, with its time line. */
  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = {
        "Shows one request: its files, its history (what happened and who did it), and the next"
            + " deadline.",
        "Exit codes: 0 success; 1 there is no such request; 3 not running."
      })
  int show(
      @Mixin AdminOption which,
      @Parameters(
              paramLabel = "TOKEN",
              description = "Request token, as listed by `bora requests`.")
          String token)
      throws IOException, InterruptedException {
    return which.show(machine, "/v1/requests/" + encoded(token), RequestsCommand::story);
  }

  private static List<String> story(JsonNode answer) {
    JsonNode story = answer.path("story");
    List<String> lines = new ArrayList<>(one(story.path("request")));
    Table files = new Table("no files", Set.of("SIZE"), "FILE", "STATE", "SIZE", "SURL", "TOLD");
    for (JsonNode file : story.path("files")) {
      files.row(
          file.path("position").asInt(),
          file.path("state").asString(),
          file.path("size").isNumber() ? Amounts.size(file.path("size").asLong()) : "",
          file.path("surl").asString(),
          file.path("told").asString(""));
    }
    Table events = new Table("no events", Set.of(), "AT", "WHAT", "BY", "REASON");
    for (JsonNode event : story.path("events")) {
      String last = event.path("last").asString("");
      events.row(
          event.path("at").asString(),
          event.path("what").asString() + (last.isEmpty() ? "" : ", the last at " + last),
          event.path("by").asString(""),
          event.path("reason").asString(""));
    }
    if (story.path("moreEvents").asLong() > 0) {
      events.note(story.path("moreEvents").asLong() + " more events between these are not shown");
    }
    lines.add("");
    lines.addAll(files.below(events).lines(false));
    AuditText.add(answer.path("audit"), lines);
    return lines;
  }

  /** {@code bora requests log}: what a process has logged about one of them. */
  @Command(
      name = "log",
      mixinStandardHelpOptions = true,
      description = {
        "Prints the lines of a process's log that name a request, with all lines of the calls"
            + " during which these were logged, or the lines of one call.",
        "Each process keeps its last 10,000 lines in at most 8 MiB of memory. Only admins may read"
            + " them.",
        "Exit codes: 0 success, also if there is no such line; 1 refused; 3 not running."
      })
  int log(
      @Mixin AdminOption which,
      @Parameters(
              paramLabel = "ID",
              description =
                  "Request token, as listed by `bora requests`, or identifier of a call, as listed"
                      + " by `bora errors`.")
          String id)
      throws IOException, InterruptedException {
    return which.show(machine, "/v1/log/" + AdminOption.segment(id), LinesText::of);
  }

  /** {@code bora requests abort}: as if its owner had. */
  @Command(
      name = "abort",
      mixinStandardHelpOptions = true,
      description = {
        "Aborts a request as its owner could: uploads are discarded and pins end. The history of"
            + " the request shows who ordered it, and the reason.",
        "Exit codes: 0 success; 1 there is no such request; 3 not running."
      })
  int abort(
      @Mixin AdminOption which,
      @Parameters(
              paramLabel = "TOKEN",
              description = "Request token, as listed by `bora requests`.")
          String token,
      @Option(names = "--reason", paramLabel = "TEXT", defaultValue = "", description = REASON)
          String reason)
      throws IOException, InterruptedException {
    return which.ask(
        machine,
        "POST",
        "/v1/requests/" + encoded(token) + "/abort",
        reason.isEmpty() ? "" : AdminOption.object("reason", reason),
        answer -> {
          List<String> lines = new ArrayList<>(List.of(answer.path("status").asString()));
          lines.addAll(one(answer.path("story").path("request")));
          return lines;
        });
  }
}
