package org.bora.launcher.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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

  @Mixin private BackendOption backend;

  @Option(names = "--json", description = "For programs: one JSON object.")
  private boolean json;

  public TapeCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    return backend.ask(machine, json ? "tape json" : "tape");
  }

  /** {@code bora tape retry}: a mended tape system need not be waited for. */
  @Command(
      name = "retry",
      mixinStandardHelpOptions = true,
      description = "Tries all files at once that failed to get to tape, instead of after a while.")
  int retry(
      @Mixin BackendOption which,
      @Mixin JsonOption how,
      @Parameters(paramLabel = "LIBRARY", description = "As the configuration names it")
          String library)
      throws IOException {
    return which.ask(machine, "tape-retry " + library, how::tell);
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
  int copies(@Mixin BackendOption which, @Mixin JsonOption how) throws IOException {
    return which.ask(machine, "tape-copies", how::tell);
  }

  /** {@code bora tape keep}: nothing takes the copies off the tapes. */
  @Command(
      name = "keep",
      mixinStandardHelpOptions = true,
      description = {
        "Keeps the copies on tape of a file that is gone, until give-up.",
        "Exit code 0: done; 1: there is none; 3: not running."
      })
  int keep(
      @Mixin BackendOption which,
      @Mixin JsonOption how,
      @Parameters(paramLabel = "ID", description = "As `bora tape copies` shows it") String file)
      throws IOException {
    return which.ask(machine, "tape-keep " + file, how::tell);
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
      @Mixin BackendOption which,
      @Mixin JsonOption how,
      @Parameters(paramLabel = "ID", description = "As `bora tape copies` shows it") String file)
      throws IOException {
    return which.ask(machine, "tape-give-up " + file, how::tell);
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
      @Mixin BackendOption which,
      @Mixin JsonOption how,
      @Parameters(paramLabel = "SURL", description = "As clients write it: srm://HOST/PATH")
          String surl)
      throws IOException {
    return which.ask(machine, "tape-refresh " + surl, how::tell);
  }
}
