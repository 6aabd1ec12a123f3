package org.bora.launcher.command.change;

import static org.bora.launcher.command.option.AdminOption.encoded;
import static org.bora.server.text.Amounts.duration;
import static org.bora.server.text.Amounts.size;

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
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code bora transfers}: lists and ends transfers over HTTP and S3. */
@Command(
    name = "transfers",
    mixinStandardHelpOptions = true,
    description = {
      "Lists current transfers over HTTP and S3, for each door the 50 that have lasted longest. A"
          + " backend lists those of the whole site.",
      "For example: bora transfers --json | jq '.transfers[] | select(.seconds > 3600)'",
      "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
    })
public final class TransfersCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private AdminOption admin;

  @Mixin private WatchOption watch;

  public TransfersCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return admin.list(machine, watch, "/v1/transfers", TransfersCommand::table);
  }

  private static Table table(JsonNode answer) {
    Table table =
        new Table(
            "no transfers",
            Set.of("DONE", "SIZE", "FOR"),
            "ID",
            "KIND",
            "DONE",
            "SIZE",
            "FOR",
            "NAME",
            "CALLER",
            "OTHER SIDE",
            "PROCESS");
    for (JsonNode one : answer.path("transfers")) {
      table.row(
          one.path("id").asString(),
          one.path("kind").asString(),
          size(one.path("bytes").asLong()),
          one.path("size").isNumber() ? size(one.path("size").asLong()) : "",
          duration(Math.round(one.path("seconds").asDouble())),
          one.path("name").asString(),
          one.path("caller").asString(),
          one.path("other").asString(),
          one.path("process").asString());
    }
    return table;
  }

  /** {@code bora transfers end}: cuts a transfer off. */
  @Command(
      name = "end",
      mixinStandardHelpOptions = true,
      description = {
        "Ends a transfer on any door within seconds. The data of an upload is removed. The client"
            + " may start the transfer again; to prevent that, use `bora bans`.",
        "Exit codes: 0 success; 1 there is no such transfer; 3 not running."
      })
  int end(
      @Mixin AdminOption which,
      @Parameters(
              paramLabel = "ID",
              description = "Identifier of the transfer, as listed by `bora transfers`.")
          String id)
      throws IOException, InterruptedException {
    return which.ask(
        machine,
        "DELETE",
        "/v1/transfers/" + encoded(id),
        "",
        answer -> List.of("ended " + answer.path("ended").asString()));
  }
}
