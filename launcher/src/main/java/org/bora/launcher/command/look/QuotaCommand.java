package org.bora.launcher.command.look;

import static org.bora.launcher.command.option.AdminOption.encoded;
import static org.bora.server.text.Amounts.size;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.WatchOption;
import org.bora.launcher.report.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code bora quota}: the quotas of areas, and how one user stands. */
@Command(
    name = "quota",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the quotas of users and VOs in all areas. `bora quota explain` shows how much of them"
          + " one user and VO have used. Sizes have binary units, such as TiB; with --json they are"
          + " bytes.",
      "Quotas are set in the configuration by areas[].quotas, for example bytes-per-user: 10TiB or"
          + " files-per-vo: 1000000, and take effect at the next start.",
      "Files above a quota stay and can be read. New files are refused with SRM_NO_USER_SPACE"
          + " (HTTP: 507) until enough has been removed.",
      "For example: bora quota explain --dn \"/DC=org/CN=Alice\" --vo atlas",
      "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
    })
public final class QuotaCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private AdminOption admin;

  @Mixin private WatchOption watch;

  public QuotaCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return admin.list(machine, watch, "/v1/quotas", QuotaCommand::table);
  }

  /** {@code bora quota list}: the same as {@code bora quota}. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = {
        "Lists the quotas of users and VOs in all areas.",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  int list(@Mixin AdminOption which, @Mixin WatchOption again)
      throws IOException, InterruptedException {
    return which.list(machine, again, "/v1/quotas", QuotaCommand::table);
  }

  /** {@code bora quota explain}: what one user and one VO have. */
  @Command(
      name = "explain",
      mixinStandardHelpOptions = true,
      description = {
        "Shows in every area the quotas of one user and, with --vo, of one VO: the limits, and the"
            + " bytes and files used, including those announced by open puts.",
        "For example: bora quota explain --dn \"/DC=org/CN=Alice\" --vo atlas",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  int explain(
      @Mixin AdminOption which,
      @Mixin WatchOption again,
      @Option(
              names = "--dn",
              required = true,
              paramLabel = "DN",
              description = "Subject of the user's certificate or token.")
          String dn,
      @Option(
              names = "--vo",
              paramLabel = "VO",
              defaultValue = "",
              description = "VO of the user's primary attribute (default: none).")
          String vo)
      throws IOException, InterruptedException {
    String query = "?dn=" + encoded(dn) + (vo.isEmpty() ? "" : "&vo=" + encoded(vo));
    return which.list(machine, again, "/v1/quotas" + query, QuotaCommand::table);
  }

  private static Table table(JsonNode answer) {
    Table table =
        new Table(
            "no quotas",
            Set.of("USED", "LIMIT", "FILES", "MOST FILES"),
            "AREA",
            "HOLDER",
            "USED",
            "LIMIT",
            "FILES",
            "MOST FILES");
    for (JsonNode quota : answer.path("quotas")) {
      table.row(
          quota.path("area").asString(),
          quota.path("holder").asString(),
          quota.path("usedBytes").isNumber() ? size(quota.path("usedBytes").asLong()) : "",
          quota.path("bytes").isNumber() ? size(quota.path("bytes").asLong()) : "unlimited",
          quota.path("usedFiles").isNumber() ? quota.path("usedFiles").asString() : "",
          quota.path("files").isNumber() ? quota.path("files").asString() : "unlimited");
    }
    return table;
  }
}
