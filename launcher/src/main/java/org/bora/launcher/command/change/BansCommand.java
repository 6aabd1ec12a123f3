package org.bora.launcher.command.change;

import static org.bora.launcher.command.option.AdminOption.encoded;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bora.api.word.LogText;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code bora bans}: lists, makes and lifts bans. */
@Command(
    name = "bans",
    mixinStandardHelpOptions = true,
    description = {
      "Lists all bans: those made with this command and those in the configuration.",
      "For example: bora bans add --name \"/DC=org/CN=Mallory\" --reason \"stolen key\""
          + " --lasts 3d",
      "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
    })
public final class BansCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private AdminOption admin;

  public BansCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return admin.show(machine, "/v1/bans", BansCommand::lines);
  }

  /** {@code bora bans list}: the same as {@code bora bans}. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = {
        "Lists all bans: those made with `bora bans add` and those in the configuration.",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  int list(@Mixin AdminOption which) throws IOException, InterruptedException {
    return which.show(machine, "/v1/bans", BansCommand::lines);
  }

  private static List<String> lines(JsonNode answer) {
    List<String> lines = new ArrayList<>();
    answer.path("ordered").forEach(ban -> lines.add(line(ban)));
    for (JsonNode ban : answer.path("configured")) {
      lines.add(
          "%s %s  (%s)"
              .formatted(
                  ban.path("kind").asString(),
                  LogText.of(ban.path("pattern").asString()),
                  ban.path("origin").asString()));
    }
    return lines.isEmpty() ? List.of("no bans") : lines;
  }

  private static String line(JsonNode ban) {
    return "%s  %s %s  since %s %s, by %s%s"
        .formatted(
            ban.path("id").asString(),
            ban.path("kind").asString(),
            LogText.of(ban.path("pattern").asString()),
            ban.path("since").asString(),
            ban.path("until").isString() ? "until " + ban.path("until").asString() : "until lifted",
            LogText.of(ban.path("by").asString()),
            ban.path("reason").asString("").isEmpty()
                ? ""
                : ": " + LogText.of(ban.path("reason").asString()));
  }

  /** {@code bora bans add}: bans a caller, VO or authority on all frontends. */
  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = {
        "Bans a user, VO or certificate authority. The ban takes effect on all frontends"
            + " within a second.",
        "Exit codes: 0 success; 1 refused; 3 not running."
      })
  int add(
      @Mixin AdminOption which,
      @Option(
              names = "--kind",
              paramLabel = "KIND",
              defaultValue = "dn",
              description = "What to ban: dn, vo or authority (default: ${DEFAULT-VALUE}).")
          String kind,
      @Option(
              names = "--name",
              required = true,
              paramLabel = "NAME",
              description = "Name to ban; * matches any text.")
          String name,
      @Option(
              names = "--reason",
              paramLabel = "TEXT",
              defaultValue = "",
              description = "Reason, shown to administrators only.")
          String reason,
      @Option(
              names = "--lasts",
              paramLabel = "TIME",
              defaultValue = "",
              description =
                  "Duration, for example 15m, 2h or 3d (default: until the ban is lifted).")
          String lasts)
      throws IOException, InterruptedException {
    return which.ask(
        machine,
        "POST",
        "/v1/bans",
        AdminOption.object("kind", kind, "name", name, "reason", reason, "lasts", lasts),
        ban -> List.of(line(ban)));
  }

  /** {@code bora bans lift}: ends a ban. */
  @Command(
      name = "lift",
      mixinStandardHelpOptions = true,
      description = {
        "Lifts a ban. The change takes effect on all frontends within a second.",
        "Exit codes: 0 success; 1 there is no such ban; 3 not running."
      })
  int lift(
      @Mixin AdminOption which,
      @Parameters(
              paramLabel = "ID",
              description = "Identifier of the ban, as listed by `bora bans`.")
          String id)
      throws IOException, InterruptedException {
    return which.ask(
        machine,
        "DELETE",
        "/v1/bans/" + encoded(id),
        "",
        answer -> List.of("lifted " + answer.path("lifted").asString()));
  }
}
