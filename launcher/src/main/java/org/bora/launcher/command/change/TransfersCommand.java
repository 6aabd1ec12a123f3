package org.bora.launcher.command.change;

import static org.bora.launcher.command.option.AdminOption.encoded;
import static org.bora.launcher.report.Amounts.size;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bora.api.word.LogText;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code bora transfers}: lists and ends transfers over HTTP and S3. */
@Command(
    name = "transfers",
    mixinStandardHelpOptions = true,
    description = {
      "Lists transfers over HTTP and S3 that are in progress: of the whole site where a backend is"
          + " asked, of each door the 50 that last longest.",
      "For example: bora transfers --json | jq '.transfers[] | select(.seconds > 3600)'",
      "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
    })
public final class TransfersCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private AdminOption admin;

  public TransfersCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return admin.show(machine, "/v1/transfers", TransfersCommand::lines);
  }

  private static List<String> lines(JsonNode answer) {
    List<String> lines = new ArrayList<>();
    for (JsonNode one : answer.path("transfers")) {
      lines.add(
          "%s  %s %s  by %s, with %s: %s%s in %.0f s, at %s"
              .formatted(
                  one.path("id").asString(),
                  one.path("kind").asString(),
                  LogText.of(one.path("name").asString()),
                  LogText.of(one.path("caller").asString()),
                  LogText.of(one.path("other").asString()),
                  size(one.path("bytes").asLong()),
                  one.path("size").isNumber() ? " of " + size(one.path("size").asLong()) : "",
                  one.path("seconds").asDouble(),
                  one.path("process").asString()));
    }
    return lines.isEmpty() ? List.of("no transfers") : lines;
  }

  /** {@code bora transfers end}: cuts a transfer off. */
  @Command(
      name = "end",
      mixinStandardHelpOptions = true,
      description = {
        "Ends a transfer, at whichever door it runs, within seconds. Nothing of an upload is left;"
            + " the client may begin again. To keep it out, use bora bans.",
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
