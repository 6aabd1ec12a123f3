package org.bora.launcher.command.look;

import static org.bora.launcher.command.option.AdminOption.encoded;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.bora.launcher.area.AreaText;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.WatchOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Verbs that only show something. */
public final class LookCommands {
  private LookCommands() {}

  /** The one of this name. */
  public static Object named(String name, Machine machine) {
    return switch (name) {
      case "space" -> new Space(machine);
      case "recalls" -> new Recalls(machine);
      case "doors" -> new Doors(machine);
      case "callers" -> new Callers(machine);
      case "errors" -> new Errors(machine);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** {@code bora space}: lists reservations. */
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
    @Mixin private WatchOption watch;

    Space(Machine machine) {
      this.machine = machine;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
      return admin.list(machine, watch, "/v1/areas", AreaText::reservations);
    }
  }

  /** {@code bora recalls}: lists recalls from tape. */
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
    @Mixin private WatchOption watch;

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
            "List only files in this state: running, waiting, or unlocated (the tape system has not"
                + " said yet where the file is). Needs --library.")
    private String state;

    Recalls(Machine machine) {
      this.machine = machine;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
      return admin.list(
          machine,
          watch,
          "/v1/recalls?library="
              + encoded(library)
              + "&volume="
              + encoded(volume)
              + "&state="
              + encoded(state),
          library.isEmpty() ? LookTables::queues : LookTables::files);
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
    @Mixin private WatchOption watch;

    Doors(Machine machine) {
      this.machine = machine;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
      return admin.list(machine, watch, "/v1/doors", LookTables::doors);
    }
  }

  /** {@code bora callers}: lists callers and what they use. */
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
    @Mixin private WatchOption watch;

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
      return admin.list(machine, watch, "/v1/callers?limit=" + limit, LookTables::callers);
    }
  }

  /** {@code bora errors}: what failed last. */
  @Command(
      name = "errors",
      mixinStandardHelpOptions = true,
      description = {
        "Lists the last SRM calls that failed or were refused at any frontend, and the last"
            + " requests over HTTP and S3 that failed: failures first, then refusals, of each the"
            + " newest first. Calls of one caller that ended alike and name the same file are one"
            + " row with their number.",
        "FILE is the SURL of the call; if several files failed, it is the first of them with the"
            + " number of the others. ID is the identifier of the last call in the logs of frontend"
            + " and backend, and in `bora audit`.",
        "For example: bora errors --json | jq '.errors[] | select(.result == \"FAILED\")'",
        "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
      })
  static final class Errors implements Callable<Integer> {
    private final Machine machine;
    @Mixin private AdminOption admin;
    @Mixin private WatchOption watch;

    Errors(Machine machine) {
      this.machine = machine;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
      return admin.list(machine, watch, "/v1/errors", LookTables::errors);
    }
  }
}
