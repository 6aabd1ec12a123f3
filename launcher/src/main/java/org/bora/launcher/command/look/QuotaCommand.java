package org.bora.launcher.command.look;

import static org.bora.launcher.command.option.AdminOption.encoded;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code bora quota}: the quotas of areas, and how one user stands. */
@Command(
    name = "quota",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the quotas of users and VOs in all areas.",
      "For example: bora quota explain --dn \"/DC=org/CN=Alice\" --vo atlas",
      "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
    })
public final class QuotaCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private AdminOption admin;

  public QuotaCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return admin.show(machine, "/v1/quotas", QuotaCommand::lines);
  }

  /** {@code bora quota list}: the same as {@code bora quota}. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = {
        "Lists the quotas of users and VOs in all areas.",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  int list(@Mixin AdminOption which) throws IOException, InterruptedException {
    return which.show(machine, "/v1/quotas", QuotaCommand::lines);
  }

  /** {@code bora quota explain}: what one user and one VO have. */
  @Command(
      name = "explain",
      mixinStandardHelpOptions = true,
      description = {
        "Shows how much of its quotas a user has used, and the user's VO.",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  int explain(
      @Mixin AdminOption which,
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
    return which.show(machine, "/v1/quotas" + query, QuotaCommand::lines);
  }

  private static List<String> lines(JsonNode answer) {
    List<String> lines = new ArrayList<>();
    for (JsonNode quota : answer.path("quotas")) {
      lines.add(
          "%s  %s  bytes %s  files %s"
              .formatted(
                  quota.path("area").asString(),
                  quota.path("holder").asString(),
                  shown(quota, "usedBytes", "bytes"),
                  shown(quota, "usedFiles", "files")));
    }
    return lines.isEmpty() ? List.of("no quotas") : lines;
  }

  /** {@code 12 of 100}, {@code 100} or {@code unlimited}. */
  private static String shown(JsonNode quota, String used, String most) {
    String limit = quota.path(most).isNumber() ? quota.path(most).asString() : "unlimited";
    return quota.path(used).isNumber() ? quota.path(used).asString() + " of " + limit : limit;
  }
}
