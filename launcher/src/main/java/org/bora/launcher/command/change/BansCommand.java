package org.bora.launcher.command.change;

import static org.bora.launcher.command.option.AdminOption.encoded;
import static org.bora.server.text.Amounts.time;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.WatchOption;
import org.bora.launcher.report.Table;
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

  @Mixin private WatchOption watch;

  public BansCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return admin.list(machine, watch, "/v1/bans", BansCommand::table);
  }

  /** {@code bora bans list}: the same as {@code bora bans}. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = {
        "Lists all bans: those made with `bora bans add` and those in the configuration.",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  int list(@Mixin AdminOption which, @Mixin WatchOption again)
      throws IOException, InterruptedException {
    return which.list(machine, again, "/v1/bans", BansCommand::table);
  }

  private static Table table(JsonNode answer) {
    Table table = bans();
    answer.path("ordered").forEach(ban -> row(table, ban));
    for (JsonNode ban : answer.path("configured")) {
      table.row(
          "",
          ban.path("kind").asString(),
          ban.path("pattern").asString(),
          "",
          "configured",
          ban.path("origin").asString(),
          "");
    }
    return table;
  }

  private static Table bans() {
    return new Table("no bans", Set.of(), "ID", "KIND", "NAME", "SINCE", "UNTIL", "BY", "REASON");
  }

  private static Table row(Table table, JsonNode ban) {
    return table.row(
        ban.path("id").asString(),
        ban.path("kind").asString(),
        ban.path("pattern").asString(),
        time(ban.path("since")),
        ban.path("until").isString() ? time(ban.path("until")) : "until lifted",
        ban.path("by").asString(),
        ban.path("reason").asString(""));
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
        // the identifier first, for scripts
        ban -> row(bans(), ban).lines(false).subList(1, 2));
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
