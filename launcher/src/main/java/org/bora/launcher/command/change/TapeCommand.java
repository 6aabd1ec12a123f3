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
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.launcher.report.Amounts;
import org.bora.launcher.tape.TapeText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code bora tape}: what happens between disk and tape. */
@Command(
    name = "tape",
    description = {
      "Tells what happens between disk and tape: libraries and drives, what waits and why, buffers,"
          + " the scrub, alarms.",
      "Exit code 0: told; 1: it could not be found out; 3: not running."
    })
public final class TapeCommand implements Callable<Integer> {
  private final Machine machine;

  @Mixin private AdminOption admin;

  public TapeCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    return admin.show(machine, "/v1/tape", TapeText::lines);
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
      how.complain("nothing runs that would answer at " + which.where(machine));
      return ApiOption.NOT_RUNNING;
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
      description = "Tries all files at once that failed to get to tape, instead of after a while.")
  int retry(
      @Mixin ApiOption which,
      @Mixin JsonOption how,
      @Parameters(paramLabel = "LIBRARY", description = "As the configuration names it")
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

  /** {@code bora tape copies}: what is on tape for nobody. */
  @Command(
      name = "copies",
      mixinStandardHelpOptions = true,
      description = {
        "Lists copies on tape whose files are gone, with the identifiers of these: those that will be"
            + " removed after a grace, and those that are held because nobody removed the file: it"
            + " vanished. Of many it lists the first."
      })
  int copies(@Mixin ApiOption which, @Mixin JsonOption how)
      throws IOException, InterruptedException {
    return tell(which, how, "GET", "/v1/tape/copies", TapeText::copies);
  }

  /** {@code bora tape keep}: nothing takes the copies off the tapes. */
  @Command(
      name = "keep",
      mixinStandardHelpOptions = true,
      description = {
        "Keeps the copies on tape of a file that is gone, until give-up.",
        "Exit code 0: done; 1: there is none, or a tape system is removing one at this moment;"
            + " 3: not running."
      })
  int keep(
      @Mixin ApiOption which,
      @Mixin JsonOption how,
      @Parameters(paramLabel = "ID", description = "As `bora tape copies` shows it") String file)
      throws IOException, InterruptedException {
    return tell(
        which,
        how,
        "POST",
        "/v1/tape/copies/" + encoded(file) + "/keep",
        answer -> decided(answer, "stay on tape until `bora tape give-up`"));
  }

  /** {@code bora tape give-up}: the copies that nobody wants go. */
  @Command(
      name = "give-up",
      mixinStandardHelpOptions = true,
      description = {
        "Lets the held copies on tape of a file that is gone be removed, after the grace.",
        "Exit code 0: done; 1: there is none; 3: not running."
      })
  int giveUp(
      @Mixin ApiOption which,
      @Mixin JsonOption how,
      @Parameters(paramLabel = "ID", description = "As `bora tape copies` shows it") String file)
      throws IOException, InterruptedException {
    return tell(
        which,
        how,
        "POST",
        "/v1/tape/copies/" + encoded(file) + "/give-up",
        answer -> decided(answer, "will be removed after the grace"));
  }

  /** {@code bora tape refresh}: damaged bytes are replaced from tape. */
  @Command(
      name = "refresh",
      mixinStandardHelpOptions = true,
      description = {
        "Has the copy on tape of a file take the place of its damaged bytes on disk, which are gone"
            + " then; or has a file tried again that was given up for lost. Bytes that are right, and"
            + " files that are pinned or open, are left alone.",
        "Exit code 0: it is on its way from tape; 1: refused; 3: not running."
      })
  int refresh(
      @Mixin ApiOption which,
      @Mixin JsonOption how,
      @Parameters(paramLabel = "SURL", description = "As clients write it: srm://HOST/PATH")
          String surl)
      throws IOException, InterruptedException {
    return tell(
        which,
        how,
        "POST",
        "/v1/tape/refresh?surl=" + encoded(surl),
        answer -> List.of(answer.path("told").asString()));
  }
}
