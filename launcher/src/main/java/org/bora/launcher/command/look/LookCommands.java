package org.bora.launcher.command.look;

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
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Verbs that only show one thing each. */
public final class LookCommands {
  private LookCommands() {}

  /** The one of this name. */
  public static Object named(String name, Machine machine) {
    return switch (name) {
      case "space" -> new Space(machine);
      case "recalls" -> new Recalls(machine);
      case "doors" -> new Doors(machine);
      case "callers" -> new Callers(machine);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** {@code bora space}: who reserved what. */
  @Command(
      name = "space",
      mixinStandardHelpOptions = true,
      description = {
        "Lists space reservations: space token, storage area, owner, used and free space."
            + " `bora areas` shows the areas themselves.",
        "For example: bora space --json | jq '.areas[].reservations'",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  static final class Space implements Callable<Integer> {
    private final Machine machine;
    @Mixin private AdminOption admin;

    Space(Machine machine) {
      this.machine = machine;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
      return admin.show(machine, "/v1/areas", Space::lines);
    }

    private static List<String> lines(JsonNode answer) {
      List<String> lines = new ArrayList<>();
      for (JsonNode area : answer.path("areas")) {
        for (JsonNode one : area.path("reservations")) {
          lines.add(
              "%s  area %s, %s: %s, %s used in %d files, %s promised, %s free, %s"
                  .formatted(
                      one.path("token").asString(),
                      area.path("name").asString(),
                      LogText.of(one.path("owner").asString()),
                      size(one.path("total").asLong()),
                      size(one.path("used").asLong()),
                      one.path("files").asLong(),
                      size(one.path("promised").asLong()),
                      size(one.path("free").asLong()),
                      one.path("ends").isString()
                          ? "until " + one.path("ends").asString()
                          : "for ever"));
        }
      }
      return lines.isEmpty() ? List.of("no reservations") : lines;
    }
  }

  /** {@code bora recalls}: what is wanted from tape. */
  @Command(
      name = "recalls",
      mixinStandardHelpOptions = true,
      description = {
        "Lists files queued for recall from tape, by volume; with --library the files"
            + " themselves.",
        "For example: bora recalls --library robot --volume A00017",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  static final class Recalls implements Callable<Integer> {
    private final Machine machine;
    @Mixin private AdminOption admin;

    @Option(
        names = "--library",
        paramLabel = "NAME",
        defaultValue = "",
        description = "List the files queued for this tape library.")
    private String library;

    @Option(
        names = "--volume",
        paramLabel = "NAME",
        defaultValue = "",
        description = "List only files on this volume. Needs --library.")
    private String volume;

    @Option(
        names = "--state",
        paramLabel = "STATE",
        defaultValue = "",
        description =
            "List only files in this state: running, waiting or unlocated. Needs --library.")
    private String state;

    Recalls(Machine machine) {
      this.machine = machine;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
      return admin.show(
          machine,
          "/v1/recalls?library="
              + encoded(library)
              + "&volume="
              + encoded(volume)
              + "&state="
              + encoded(state),
          library.isEmpty() ? Recalls::queues : Recalls::files);
    }

    private static List<String> queues(JsonNode answer) {
      List<String> lines = new ArrayList<>();
      for (JsonNode library : answer.path("libraries")) {
        for (JsonNode queue : library.path("volumes")) {
          lines.add(
              "%s  %s: %d files, %s, %d running, %d failing, oldest since %s  %s"
                  .formatted(
                      library.path("library").asString(),
                      queue.path("volume").asString("").isEmpty()
                          ? "volume not known yet"
                          : queue.path("volume").asString(),
                      queue.path("files").asLong(),
                      size(queue.path("bytes").asLong()),
                      queue.path("running").asLong(),
                      queue.path("failing").asLong(),
                      queue.path("oldest").asString(),
                      LogText.of(queue.path("failure").asString(""))));
        }
      }
      return lines.isEmpty() ? List.of("nothing is wanted from tape") : lines;
    }

    private static List<String> files(JsonNode answer) {
      List<String> lines = new ArrayList<>();
      for (JsonNode file : answer.path("files")) {
        lines.add(
            "%s  %s %d  area %s %s, %s, wanted since %s  %s"
                .formatted(
                    file.path("state").asString(),
                    file.path("volume").asString(""),
                    file.path("position").asLong(),
                    file.path("area").asString(),
                    LogText.of(file.path("path").asString()),
                    size(file.path("size").asLong()),
                    file.path("wanted").asString(),
                    LogText.of(file.path("failure").asString(""))));
      }
      return lines.isEmpty() ? List.of("nothing is wanted from it") : lines;
    }
  }

  /** {@code bora doors}: which GridFTP servers are healthy. */
  @Command(
      name = "doors",
      mixinStandardHelpOptions = true,
      description = {
        "Lists the GridFTP servers and their health as this backend sees them. Only healthy"
            + " servers are used in TURLs.",
        "For example: bora doors --json | jq '.doors[] | select(.healthy | not)'",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  static final class Doors implements Callable<Integer> {
    private final Machine machine;
    @Mixin private AdminOption admin;

    Doors(Machine machine) {
      this.machine = machine;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
      return admin.show(machine, "/v1/doors", Doors::lines);
    }

    private static List<String> lines(JsonNode answer) {
      List<String> lines = new ArrayList<>();
      for (JsonNode door : answer.path("doors")) {
        lines.add(
            "%s  %s://%s:%d  %s since %s  %s"
                .formatted(
                    door.path("name").asString(),
                    door.path("protocol").asString(),
                    door.path("host").asString(),
                    door.path("port").asInt(),
                    door.path("healthy").asBoolean() ? "healthy" : "NOT HEALTHY",
                    door.path("since").asString(),
                    LogText.of(door.path("reason").asString(""))));
      }
      return lines.isEmpty() ? List.of("no door is configured") : lines;
    }
  }

  /** {@code bora callers}: who uses what. */
  @Command(
      name = "callers",
      mixinStandardHelpOptions = true,
      description = {
        "Lists callers with open requests, those with the most files first, with the number"
            + " of files being written, pinned and waiting.",
        "For example: bora callers --limit 10",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  static final class Callers implements Callable<Integer> {
    private final Machine machine;
    @Mixin private AdminOption admin;

    @Option(
        names = "--limit",
        paramLabel = "N",
        defaultValue = "100",
        description = "Maximum number of callers to list (1 to 1000; default: ${DEFAULT-VALUE}).")
    private int limit;

    Callers(Machine machine) {
      this.machine = machine;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
      return admin.show(machine, "/v1/callers?limit=" + limit, Callers::lines);
    }

    private static List<String> lines(JsonNode answer) {
      List<String> lines = new ArrayList<>();
      for (JsonNode one : answer.path("callers")) {
        lines.add(
            "%s  %d requests: %d written (%s promised), %d pinned (%s), %d waiting (%s), %d copied"
                .formatted(
                    LogText.of(one.path("owner").asString()),
                    one.path("requests").asLong(),
                    one.path("writing").asLong(),
                    size(one.path("promisedBytes").asLong()),
                    one.path("pinned").asLong(),
                    size(one.path("pinnedBytes").asLong()),
                    one.path("waiting").asLong(),
                    size(one.path("waitingBytes").asLong()),
                    one.path("copying").asLong()));
      }
      return lines.isEmpty() ? List.of("no open requests") : lines;
    }
  }
}
