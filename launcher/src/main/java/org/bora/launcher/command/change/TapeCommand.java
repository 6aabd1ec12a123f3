package org.bora.launcher.command.change;

import static org.bora.launcher.command.option.AdminOption.encoded;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.AdminOption;
import org.bora.launcher.command.option.ApiOption;
import org.bora.launcher.command.option.ExitCode;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.command.option.NotRunning;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.launcher.command.option.WatchOption;
import org.bora.launcher.tape.TapeLines;
import org.bora.launcher.tape.TapeTables;
import org.bora.server.text.Amounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code bora tape}: what happens between disk and tape. */
@Command(
    name = "tape",
    description = {
      "Shows tape activity in tables: the drives of each library, the queues with failures, disk"
          + " buffers, scrubbing and alarms.",
      "Exit codes: 0 success; 1 the information could not be obtained; 3 not running."
    })
public final class TapeCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private AdminOption admin;

  @Mixin private WatchOption watch;

  public TapeCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return admin.list(machine, watch, "/v1/tape", TapeTables::of);
  }

  /** Asks, and tells lines or an object with them. */
  private int tell(
      ApiOption which,
      JsonOption how,
      String method,
      String path,
      Function<JsonNode, List<String>> lines)
      throws IOException, InterruptedException {
    Optional<RemoteOption.Reply> reply = which.call(machine, method, path, "");
    if (reply.isEmpty()) {
      how.complain(NotRunning.at(which.where(machine)));
      return ExitCode.NOT_RUNNING;
    }
    return how.tell(reply.get(), lines);
  }

  /** What became of the copies of a file. */
  private static List<String> decided(JsonNode answer, String outcome) {
    return List.of(
        Amounts.count(answer.path("copies").asLong(), "copy", "copies") + " of it: " + outcome);
  }

  /** {@code bora tape retry}: a mended tape system need not be waited for. */
  @Command(
      name = "retry",
      mixinStandardHelpOptions = true,
      description = "Retries all failed migrations to tape now instead of after their delay.")
  int retry(
      @Mixin ApiOption which,
      @Mixin JsonOption how,
      @Parameters(
              paramLabel = "LIBRARY",
              description = "Name of the tape library in the configuration.")
          String library)
      throws IOException, InterruptedException {
    return tell(
        which,
        how,
        "POST",
        "/v1/tape/retry?library=" + encoded(library),
        answer ->
            List.of(Amounts.count(answer.path("files").asLong(), "file") + " tried again now"));
  }

  /** {@code bora tape copies}: copies on tape whose files are gone. */
  @Command(
      name = "copies",
      mixinStandardHelpOptions = true,
      description =
          "Lists tape copies whose file no longer exists, with the file identifiers: copies"
              + " that will be removed after the grace period, and copies that are held because the"
              + " file disappeared without being removed through Bora. A long list is truncated.")
  int copies(@Mixin ApiOption which, @Mixin JsonOption how)
      throws IOException, InterruptedException {
    return tell(which, how, "GET", "/v1/tape/copies", TapeLines::copies);
  }

  /** {@code bora tape keep}: nothing takes the copies off the tapes. */
  @Command(
      name = "keep",
      mixinStandardHelpOptions = true,
      description = {
        "Keeps the tape copies of a file that no longer exists, until `bora tape give-up`.",
        "Exit codes: 0 success; 1 there is no such copy, or a copy is being removed at this"
            + " moment; 3 not running."
      })
  int keep(
      @Mixin ApiOption which,
      @Mixin JsonOption how,
      @Parameters(
              paramLabel = "ID",
              description = "File identifier, as listed by `bora tape copies`.")
          String file)
      throws IOException, InterruptedException {
    return tell(
        which,
        how,
        "POST",
        "/v1/tape/copies/" + encoded(file) + "/keep",
        answer -> decided(answer, "stay on tape until `bora tape give-up`"));
  }

  /** {@code bora tape give-up}: releases held copies for removal. */
  @Command(
      name = "give-up",
      mixinStandardHelpOptions = true,
      description = {
        "Releases the held tape copies of a file for removal after the grace period.",
        "Exit codes: 0 success; 1 there is no such copy; 3 not running."
      })
  int giveUp(
      @Mixin ApiOption which,
      @Mixin JsonOption how,
      @Parameters(
              paramLabel = "ID",
              description = "File identifier, as listed by `bora tape copies`.")
          String file)
      throws IOException, InterruptedException {
    return tell(
        which,
        how,
        "POST",
        "/v1/tape/copies/" + encoded(file) + "/give-up",
        answer -> decided(answer, "will be removed after the grace"));
  }

  /** {@code bora tape forgotten}: what a lost database left on the tapes. */
  @Command(
      name = "forgotten",
      mixinStandardHelpOptions = true,
      description = {
        "Searches a tape library for objects that neither the database nor any file refers to, for"
            + " example after the loss of the database. Reads all areas and takes as long as"
            + " `bora rebuild`.",
        "Exit codes: 0 success; 1 refused, for example because an area cannot be read or the"
            + " tape system does not list its objects; 3 not running."
      })
  int forgotten(
      @Mixin ApiOption which,
      @Mixin JsonOption how,
      @Option(
              names = "--remove",
              description =
                  "Removes the objects from tape after the grace period. Until then"
                      + " `bora tape copies` lists them and `bora tape keep` keeps them.")
          boolean remove,
      @Parameters(
              paramLabel = "LIBRARY",
              description = "Name of the tape library in the configuration.")
          String library)
      throws IOException, InterruptedException {
    return tell(
        which,
        how,
        "POST",
        "/v1/tape/forgotten?library=" + encoded(library) + "&remove=" + remove,
        TapeLines::forgotten);
  }

  /** {@code bora tape refresh}: damaged bytes are replaced from tape. */
  @Command(
      name = "refresh",
      mixinStandardHelpOptions = true,
      description = {
        "Replaces the damaged disk copy of a file with its tape copy, or retries the recall"
            + " of a file that was declared lost. A damaged disk copy is deleted. Intact disk"
            + " copies and files that are pinned or open are not touched.",
        "Exit codes: 0 the recall is queued; 1 refused; 3 not running."
      })
  int refresh(
      @Mixin ApiOption which,
      @Mixin JsonOption how,
      @Parameters(paramLabel = "SURL", description = "SURL, srm://HOST/PATH.") String surl)
      throws IOException, InterruptedException {
    return tell(
        which,
        how,
        "POST",
        "/v1/tape/refresh?surl=" + encoded(surl),
        answer -> List.of(answer.path("told").asString()));
  }
}
