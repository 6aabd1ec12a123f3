package org.bora.launcher.command.change;

import static org.bora.launcher.command.option.AdminOption.encoded;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bora.api.word.LogText;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.WatchOption;
import org.bora.server.text.Amounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code bora surl}: where is my file? */
@Command(
    name = "surl",
    mixinStandardHelpOptions = true,
    description = {
      "Shows where a file is (disk or tape), which requests read it, and which request"
          + " holds its name.",
      "For example: bora surl srm://se.example.org/atlas/raw/run7",
      "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
    })
public final class SurlCommand implements Callable<Integer> {
  private static final int WRONG_USE = 2;

  private final Machine machine;

  @Spec private CommandSpec spec;

  @Mixin private AdminOption admin;

  @Parameters(arity = "0..1", paramLabel = "SURL", description = "SURL, srm://HOST/PATH.")
  private String surl;

  public SurlCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (surl == null) {
      spec.commandLine().getErr().println("bora: which file? bora surl srm://HOST/PATH");
      return WRONG_USE;
    }
    return admin.show(machine, "/v1/files?surl=" + encoded(surl), SurlCommand::lines);
  }

  private static List<String> lines(JsonNode answer) {
    JsonNode file = answer.path("file");
    List<String> lines = new ArrayList<>();
    lines.add(
        LogText.of(file.path("surl").asString())
            + "  area "
            + file.path("area").asString()
            + ", "
            + file.path("found")
                .asString(file.path("trouble").isString() ? "not known" : "nothing there"));
    file.path("told").forEach(told -> lines.add("  " + LogText.of(told.asString())));
    JsonNode storage = file.path("file");
    if (storage.isObject()) {
      lines.add(
          "  %s, changed %s, adler32 %s"
              .formatted(
                  Amounts.size(storage.path("size").asLong()),
                  storage.path("modified").asString(),
                  storage.path("adler32").asString("not kept")));
    }
    JsonNode lock = file.path("lock");
    if (lock.isObject()) {
      lines.add(
          "  LOCKED by request "
              + lock.path("token").asString()
              + arrived(lock)
              + "; `bora surl free SURL "
              + lock.path("token").asString()
              + "` ends it");
    }
    for (JsonNode pin : file.path("pins")) {
      lines.add(
          "  %s until %s by %s (request %s)"
              .formatted(
                  pin.path("state").asString(),
                  pin.path("until").asString(),
                  LogText.of(pin.path("owner").asString()),
                  pin.path("token").asString()));
    }
    JsonNode books = file.path("books");
    if (books.isObject()) {
      lines.add(
          "  written by %s at %s, counted in space %s"
              .formatted(
                  LogText.of(books.path("owner").asString()),
                  books.path("stored").asString(),
                  LogText.of(books.path("space").asString())));
    }
    AuditText.add(answer.path("audit"), lines);
    return lines;
  }

  private static String arrived(JsonNode lock) {
    return lock.path("arrived").isNumber()
        ? ", " + Amounts.size(lock.path("arrived").asLong()) + " have arrived"
        : "";
  }

  /** {@code bora surl list}: lists a directory. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = {
        "Lists a directory of a storage area with the files of all owners: kind, size, time of the"
            + " last change, locality (ONLINE, NEARLINE), pins, and the request that holds a name.",
        "For example: bora surl list srm://se.example.org/atlas/raw",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  int list(
      @Mixin AdminOption which,
      @Mixin WatchOption watch,
      @Parameters(
              paramLabel = "PLACE",
              description = "SURL, srm://HOST/PATH; or a storage area and a path in it, AREA/PATH.")
          String place,
      @Option(
              names = "--limit",
              paramLabel = "N",
              defaultValue = "100",
              description =
                  "Maximum number of entries to list (1 to 200; default: ${DEFAULT-VALUE}).")
          int limit,
      @Option(
              names = "--after",
              paramLabel = "CURSOR",
              defaultValue = "",
              description = "List the entries that follow a page, as the page told it.")
          String after)
      throws IOException, InterruptedException {
    int slash = place.indexOf('/');
    String where =
        place.startsWith("srm://")
            ? "surl=" + encoded(place)
            : "area="
                + encoded(slash < 0 ? place : place.substring(0, slash))
                + "&path="
                + encoded(slash < 0 ? "" : place.substring(slash + 1));
    return which.list(
        machine,
        watch,
        "/v1/entries?" + where + "&limit=" + limit + "&after=" + encoded(after),
        EntryTable::of);
  }

  /** {@code bora surl free}: ends the put that keeps a name busy. */
  @Command(
      name = "free",
      mixinStandardHelpOptions = true,
      description = {
        "Ends the upload that holds a name, which frees the name. Data that has already"
            + " arrived is discarded; a file that has already been published stays. Only the upload"
            + " of the given request is ended.",
        "Exit codes: 0 the name is free; 1 the request never held the name, another request"
            + " holds it, or the name cannot be freed; 3 not running."
      })
  int free(
      @Mixin AdminOption which,
      @Parameters(paramLabel = "SURL", description = "SURL, srm://HOST/PATH.") String name,
      @Parameters(
              paramLabel = "TOKEN",
              description =
                  "Token of the request that holds the name, as shown by `bora surl SURL`.")
          String request,
      @Option(
              names = "--reason",
              paramLabel = "TEXT",
              defaultValue = "",
              description =
                  "Reason, for administrators; it is shown in the history of the request.")
          String reason)
      throws IOException, InterruptedException {
    return which.ask(
        machine,
        "POST",
        "/v1/files/free?surl=" + encoded(name) + "&request=" + encoded(request),
        reason.isEmpty() ? "" : AdminOption.object("reason", reason),
        answer -> List.of(freed(answer)));
  }

  private static String freed(JsonNode answer) {
    JsonNode held = answer.path("heldSeconds");
    return "free: request %s of %s %s"
        .formatted(
            answer.path("token").asString(),
            LogText.of(answer.path("owner").asString()),
            held.isNumber()
                ? "is %s; it had held the name for %s"
                    .formatted(answer.path("state").asString(), Amounts.duration(held.asLong()))
                : "was " + answer.path("state").asString() + " already");
  }
}
